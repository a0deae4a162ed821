"""El catálogo español: the Spanish catalogue, key by key the same as the English one."""

from __future__ import annotations

RULES = {
    "emissary-counts": "La Influencia del propio Emisario cuenta en la suma de su columna y de su fila.",
    "unbroken-line": "Solo cuentan las cartas seguidas, en contacto unas con otras a través del Emisario; un "
    "hueco termina la línea.",
    "match-either": "En una línea que suma 10 o más, siguen todos los Hechiceros de la Magia o de la Hermandad "
    "del Emisario. El Emisario se queda.",
    "lines-apart": "La columna y la fila solo comparten al Emisario: quien sigue en una no cambia la suma de la "
    "otra.",
    "crisis-moment": "La Crisis Mágica se comprueba después de Conseguir Seguidores, la fase 3.",
    "crisis-takes": "La Crisis Mágica se lleva de la fila y la columna del Emisario a todos los Hechiceros de "
    "otra Hermandad. En la edición Kleine Kläffer: a los que no comparten ni Magia ni Hermandad.",
    "crisis-empty": "Si los seis son de la Hermandad del Emisario, no se toma a nadie y el Cónclave sigue lleno. "
    "Quien no pueda colocar pasa y no roba; si nadie puede colocar en una ronda entera, la partida termina.",
    "adjacent-place": "El Emisario va a un hueco que comparte un lado con una carta; a cualquier celda si el "
    "Cónclave está del todo vacío.",
    "give-pile": "Cada turno se puede ceder una pila entera, antes de enviar, a un jugador sin seguidores de esa "
    "Magia. No se puede rechazar.",
    "refill-order": "Gira la mesa hasta que la esquina inicial quede arriba a la izquierda y repón de izquierda "
    "a derecha y de arriba abajo.",
    "refill-deck": "Se repone del mazo del que se ha robado este turno y después del otro, hasta que queden "
    "cuatro huecos.",
    "last-turn": "Agotados los dos mazos, cada jugador juega un turno más, también quien los agotó: ceder, "
    "enviar, conseguir, sin robar ni reponer. Las cartas que quedan en la mano pasan a la zona.",
    "control-tie": "Todos los que empatan con la pila más alta controlan esa Magia. Sin una pila suya, nadie.",
    "eliminated": "Quien no controla ninguna Magia no puede ganar; sus puntos de decepción se muestran igual.",
    "tie-break": "Con iguales puntos de decepción gana quien tiene más seguidores, contando las pilas volteadas; "
    "si también son iguales, comparten la victoria.",
    "nobody-controls": "Si todos los jugadores quedan eliminados, nadie gana.",
    "deck-list": "Una baraja tiene su propia lista de cartas con cantidades; de cada carta no hay más de las "
    "que dice.",
    "remove-fewer": "Al empezar se pueden retirar menos cartas: de ninguna a 18, 12 o 6 con 2, 3 o 4 jugadores.",
    "players": "Juegan de dos a cuatro, cada cual con su propio nombre.",
    "turn-order": "El turno pasa a la izquierda; solo actúa quien tiene el turno.",
    "phase-order": "Un turno tiene cinco fases, en este orden: ceder, enviar, conseguir, robar, reponer.",
    "empty-space": "El Emisario va a un hueco vacío.",
    "own-hand": "Se envía a un Hechicero de la propia mano.",
    "own-pile": "Solo se puede ceder una pila que se tiene.",
    "must-send": "Quien puede colocar a un Emisario debe enviarlo.",
    "remaining-deck": "Si un mazo se ha agotado, se roba del otro.",
    "last-three": "Las cartas que quedan en cada mano se muestran una vez, tras el último turno, y pasan a la "
    "zona.",
    "game-over": "Después del último turno ya no se juega.",
}

MAGES = {
    "mage.earth.crow": "el Cuervo tierra",
    "mage.earth.gazelle": "la Gacela tierra",
    "mage.earth.wild-boar": "el Jabalí tierra",
    "mage.wind.crow": "el Cuervo azul",
    "mage.wind.gazelle": "la Gacela azul",
    "mage.wind.wild-boar": "el Jabalí azul",
    "mage.mind.crow": "el Cuervo morado",
    "mage.mind.gazelle": "la Gacela morada",
    "mage.mind.wild-boar": "el Jabalí morado",
    "mage.wisdom.crow": "el Cuervo naranja",
    "mage.wisdom.gazelle": "la Gacela naranja",
    "mage.wisdom.wild-boar": "el Jabalí naranja",
    "mage.love-and-war.crow": "el Cuervo rojo",
    "mage.love-and-war.gazelle": "la Gacela roja",
    "mage.love-and-war.wild-boar": "el Jabalí rojo",
    "mage.nature.crow": "el Cuervo verde",
    "mage.nature.gazelle": "la Gacela verde",
    "mage.nature.wild-boar": "el Jabalí verde",
}

MAGICS = {
    "magic.earth": "Tierra (tierra)",
    "magic.wind": "Viento (azul)",
    "magic.mind": "Mente (morado)",
    "magic.wisdom": "Sabiduría (naranja)",
    "magic.love-and-war": "Amor y Guerra (rojo)",
    "magic.nature": "Naturaleza (verde)",
}

SENTENCES = {
    "list.and": " y ",
    "mage": "{kind} {influence}",
    "taken": "{mage} en {cell} ({because})",
    "because.same-magic": "misma Magia",
    "because.same-brotherhood": "misma Hermandad",
    "because.same-both": "misma Magia y Hermandad",
    "because.other-brotherhood": "otra Hermandad",
    "because.nothing-shared": "ni Magia ni Hermandad en común",
    "line.column": "Columna",
    "line.row": "Fila",
    "verdict.emissary": "El Emisario es {mage} en {cell}.",
    "verdict.stands-apart": "No toca ninguna otra carta: no es un lugar permitido para un Emisario.",
    "verdict.alone": "{line}: el Emisario está solo con {influence}, así que nadie le sigue.",
    "verdict.too-little": "{line}: {sum} = {influence}, menos de 10, así que nadie le sigue.",
    "verdict.nobody-matches": "{line}: {sum} = {influence}, suficiente, pero nadie comparte la Magia ni la "
    "Hermandad del Emisario.",
    "verdict.convinces": "{line}: {sum} = {influence}, suficiente. Le siguen: {taken}.",
    "verdict.crisis": "El Cónclave está lleno y nadie le ha seguido: ¡Crisis Mágica! De la fila y la columna se "
    "lleva: {taken}.",
    "verdict.crisis-empty": "El Cónclave está lleno y nadie le ha seguido: ¡Crisis Mágica! Pero no puede "
    "llevarse a ningún Hechicero de la fila y la columna, así que el Cónclave sigue lleno.",
    "next.draw": "El Emisario se queda. Ahora: robar una carta.",
    "next.draw-refill": "El Emisario se queda. Ahora: robar una carta y reponer {count} de los {empty} huecos.",
    "next.last-turn": "El Emisario se queda. Era un último turno: ni se roba ni se repone.",
    "tally.pile": "{magic} {influence}",
    "tally.controls": "{name} controla {magics}.",
    "tally.eliminated": "{name} no controla ninguna Magia y queda fuera, con {points} puntos de decepción.",
    "tally.resentment": "{name} tiene {points} puntos de decepción por {piles}.",
    "tally.no-resentment": "{name} no tiene puntos de decepción.",
    "tally.won.least-resentment": "Gana {winners}, con menos puntos de decepción que nadie.",
    "tally.won.most-followers": "Gana {winners}, que rompe el empate con más seguidores.",
    "tally.won.shared": "{winners} comparten la victoria: iguales en puntos de decepción y en seguidores.",
    "tally.won.nobody": "Todos los jugadores quedan eliminados: nadie gana.",
    "event.GameSetUp": "Juegan {players}. Empieza {name}; la esquina inicial es {corner}.",
    "event.InfluenceGiven": "{name} cede la pila de {magic} a {receiver}.",
    "event.EmissarySent": "{name} envía {mage} a {cell}.",
    "event.TurnPassed": "{name} no puede colocar a nadie en el Cónclave lleno y pasa.",
    "event.MagicCrisisOccurred": "¡Crisis Mágica!",
    "event.FollowersGained": "{name} consigue {mages}.",
    "event.FollowersGained.none": "{name} no consigue a nadie.",
    "event.CardDrawn": "{name} roba del mazo de la {deck}.",
    "event.ConclaveRefilled": "El Cónclave se repone con {mages}.",
    "event.DrawDecksRanOut": "Se han agotado los dos mazos: cada cual juega un último turno.",
    "event.TurnEnded": "Termina el turno de {name}.",
    "event.HandShown": "{name} añade las cartas que le quedan en la mano: {mages}.",
    "event.GameEnded": "La partida ha terminado.",
    "corner.top-left": "arriba a la izquierda",
    "corner.top-right": "arriba a la derecha",
    "corner.bottom-right": "abajo a la derecha",
    "corner.bottom-left": "abajo a la izquierda",
    "deck.left": "izquierda",
    "deck.right": "derecha",
}

CATALOGUE = {**{f"rule.{code}": text for code, text in RULES.items()}, **MAGES, **MAGICS, **SENTENCES}
