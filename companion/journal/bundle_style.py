"""How a bundle's page looks: the cave by night and the parchment by day of the phones' pages, in one text."""

from __future__ import annotations

ICON = """<svg class="orb" viewBox="0 0 64 64" width="56" height="56" aria-hidden="true"><defs>
<radialGradient id="cave" cx="50%" cy="60%" r="70%"><stop offset="0" stop-color="#4a2f7a"/><stop offset="1" stop-color="#140d22"/></radialGradient>
<radialGradient id="orb" cx="42%" cy="36%" r="70%"><stop offset="0" stop-color="#fff7df"/><stop offset=".35" stop-color="#f3cf72"/><stop offset=".8" stop-color="#b06a1f"/><stop offset="1" stop-color="#6d3a12"/></radialGradient></defs>
<rect width="64" height="64" rx="14" fill="url(#cave)"/><path d="M0 0h64v10l-5 8-4-9-5 14-6-15-5 6-4-8-6 12-5-11-5 8-4-9-6 14-5-12-4 5z" fill="#0b0714"/>
<circle cx="32" cy="38" r="21" fill="#f3cf72" opacity=".16"/><circle cx="32" cy="38" r="14" fill="url(#orb)"/><path d="M14 60c3-9 9-13 18-13s15 4 18 13z" fill="#0b0714"/></svg>"""

STYLE = """
:root {
  color-scheme: dark light;
  --ground: #120b1e; --ground-glow: #33215a; --panel: #1f1632; --panel-raised: #2a1f42; --line: #4b3b6e;
  --line-strong: #8b78b5; --ink: #f6edda; --ink-soft: #c9bbdb; --gold: #f1c968; --gold-ink: #241503;
  --link: #f1c968; --danger: #ff9d8f; --good: #9fe0ac; --alarm: #4d1a24; --alarm-line: #d8505f;
  --shadow: 0 10px 30px rgb(0 0 0 / 0.45);
  --heading: "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, serif;
  --text: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
@media (prefers-color-scheme: light) {
  :root {
    --ground: #efe3c8; --ground-glow: #fdf7e8; --panel: #fdf8ec; --panel-raised: #fffdf6; --line: #d5c19a;
    --line-strong: #8a6f3d; --ink: #2a1c2b; --ink-soft: #5c4a5c; --gold: #e7b748; --gold-ink: #241503;
    --link: #6b3d00; --danger: #8f1d14; --good: #1c5f33; --alarm: #fbe1de; --alarm-line: #b4303d;
    --shadow: 0 8px 22px rgb(90 60 10 / 0.18);
  }
}
.be { --magic: #dfc8a0; --on: #2b1f10; } .bl { --magic: #1c64ae; --on: #fff; } .pu { --magic: #55298f; --on: #fff; }
.or { --magic: #f58a06; --on: #2b1400; } .re { --magic: #b8142c; --on: #fff; } .gr { --magic: #146f43; --on: #fff; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; font: 1rem/1.5 var(--text); color: var(--ink); overflow-wrap: anywhere; min-height: 100vh;
  background: var(--ground) radial-gradient(120% 60vh at 50% -8vh, var(--ground-glow), transparent) no-repeat;
}
main { max-width: 46rem; margin: 0 auto; padding: 0 0.9rem; }
header { display: flex; gap: 0.9rem; align-items: center; padding: 0.6rem 0 0.3rem; }
.orb { flex: none; border-radius: 14px; }
h1, h2, h3 { font-family: var(--heading); line-height: 1.2; margin: 0; text-wrap: balance; }
h1 { font-size: 1.7rem; } h2 { font-size: 1.3rem; margin: 1.6rem 0 0.6rem; } h3 { font-size: 1.08rem; margin: 0.15rem 0 0.3rem; }
p { margin: 0.35rem 0; } ul { margin: 0.4rem 0; padding-left: 1.2rem; } a { color: var(--link); }
code { font: 0.85em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.soft { color: var(--ink-soft); } .small { font-size: 0.85rem; }
.panel { background: var(--panel); border: 1px solid var(--line); border-radius: 14px; padding: 0.8rem 0.95rem; box-shadow: var(--shadow); margin: 0.9rem 0; }
.panel > h2 { margin: 0 0 0.4rem; }
.panel.change { border-left: 4px solid var(--alarm-line); background: linear-gradient(90deg, var(--alarm), var(--panel) 40%); }
.terminal { background: #0b0714; color: #f6edda; border-radius: 10px; padding: 0.5rem 0.8rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 0.9rem; margin: 0; }
dt { color: var(--ink-soft); } dd { margin: 0; }
.tongue { position: absolute; opacity: 0; width: 44px; height: 44px; margin: 0; pointer-events: none; }
.choose { padding-top: 0.8rem; display: flex; gap: 0.5rem; justify-content: flex-end; }
.choose label { display: inline-flex; align-items: center; min-height: 44px; padding: 0 1rem; border: 1px solid var(--line-strong); border-radius: 99px; cursor: pointer; }
#en:checked ~ .choose [for=en], #es:checked ~ .choose [for=es] { background: var(--gold); color: var(--gold-ink); border-color: var(--gold); font-weight: 700; }
#en:focus-visible ~ .choose [for=en], #es:focus-visible ~ .choose [for=es] { outline: 3px solid var(--gold); outline-offset: 2px; }
#en:checked ~ * span[lang=es], #es:checked ~ * span[lang=en] { display: none; }
.when { display: flex; flex-wrap: wrap; gap: 0.2rem 0.7rem; align-items: baseline; color: var(--ink-soft); font-size: 0.85rem; }
.place { font: 700 0.85rem var(--text); background: var(--gold); color: var(--gold-ink); border-radius: 99px; padding: 0 0.55rem; }
.digest { font-size: 0.72rem; color: var(--ink-soft); }
.board { border-collapse: separate; border-spacing: 0.25rem; table-layout: fixed; width: 100%; max-width: 22rem; margin: 0.4rem 0; }
.board caption { text-align: left; }
.board td { height: 4.2rem; border-radius: 8px; text-align: center; padding: 0.1rem; font: 700 0.74rem/1.2 var(--text); overflow-wrap: normal; }
.board td > span:first-child { display: flex; justify-content: center; align-items: center; gap: 0.2rem; }
.board .magic { display: block; font-weight: 400; font-size: 0.68rem; } .crop .magic { display: block; font-weight: 400; }
.art { position: absolute; width: 0; height: 0; }
.sign { width: 1.15rem; height: 1.25rem; flex: none; vertical-align: middle; }
.letter { display: inline-grid; place-items: center; width: 1.1rem; height: 1.1rem; border: 1px solid currentColor; border-radius: 50%; font: 700 0.68rem/1 var(--text); flex: none; }
.board .gap { border: 1.5px dashed var(--line); }
.card { background: var(--magic); color: var(--on); }
.back { background: var(--panel-raised); border: 1px solid var(--line-strong); }
.sent { outline: 3px solid var(--gold); outline-offset: 1px; }
summary { cursor: pointer; min-height: 44px; display: flex; align-items: center; color: var(--link); font-weight: 600; }
.frame { display: block; width: 100%; height: auto; border-radius: 10px; border: 1px solid var(--line); background: #000; }
polygon { fill: none; stroke-width: 3; vector-effect: non-scaling-stroke; stroke: #9fe0ac; }
polygon.unsure { stroke: #f1c968; stroke-dasharray: 7 5; } polygon.bare { stroke: #c9bbdb; stroke-width: 1.5; }
.crops { display: grid; grid-template-columns: repeat(var(--columns), 1fr); gap: 0.4rem; margin: 0.5rem 0; }
.crop { min-width: 0; font-size: 0.78rem; line-height: 1.3; }
.cut { display: block; aspect-ratio: 112 / 174; border-radius: 7px; border: 2px solid var(--good); background: #000 var(--sheet) 0 0 / calc(var(--columns) * 100%) calc(var(--rows) * 100%); }
.crop.unsure .cut { border: 2px dashed var(--gold); } .crop.bare .cut { border-color: var(--line); opacity: 0.75; }
.crop b { display: block; } .crop .others { color: var(--ink-soft); display: block; }
.tally { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: 0.6rem; margin: 0.5rem 0; }
.player { background: var(--panel-raised); border: 1px solid var(--line); border-radius: 10px; padding: 0.4rem 0.7rem; }
.player ul { list-style: none; padding: 0; } .player li { display: flex; flex-wrap: wrap; align-items: center; gap: 0.2rem 0.5rem; padding: 0.1rem 0; }
.pile { display: inline-flex; align-items: center; gap: 0.3rem; background: var(--magic); color: var(--on); border-radius: 99px; padding: 0.1rem 0.6rem 0.1rem 0.3rem; font-size: 0.8rem; white-space: nowrap; }
.won { background: var(--gold); color: var(--gold-ink); border-radius: 99px; padding: 0 0.5rem; font-size: 0.8rem; font-weight: 700; }
.ruling code { color: var(--gold); } @media (prefers-color-scheme: light) { .ruling code { color: var(--link); } }
.end { text-align: center; color: var(--ink-soft); padding: 2rem 1rem 3rem; font-size: 0.85rem; }
@media print { .panel { box-shadow: none; break-inside: avoid; } .choose { display: none; } }
"""
