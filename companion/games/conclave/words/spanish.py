"""El catálogo español: the Spanish catalogue, key by key the same as the English one."""

from __future__ import annotations

RULES = {
    "emissary-counts": "La Influencia del propio Emisario cuenta en la suma de su columna y de su fila.",
    "unbroken-line": "Solo cuentan las cartas seguidas, en contacto unas con otras a través del Emisario; un "
    "hueco termina la línea.",
    "match-either": "En una línea que suma 10 o más, al Emisario le siguen todos los Hechiceros que coinciden con él "
    "en Magia o en Hermandad. El Emisario se queda.",
    "lines-apart": "Las dos líneas se suman tal como estaban: quien le sigue en la columna no falta en la suma de la "
    "fila. Solo comparten al Emisario.",
    "crisis-moment": "La Crisis Mágica se comprueba después de Conseguir Seguidores, la fase 3; el «paso 4» del "
    "reglamento es una errata.",
    "crisis-takes": "La Crisis Mágica se lleva de la fila y la columna del Emisario a todos los Hechiceros de "
    "otra Hermandad. En la edición Kleine Kläffer: a los que no comparten ni Magia ni Hermandad.",
    "crisis-empty": "Si no se puede tomar a nadie (los seis son de la Hermandad del Emisario; en la edición Kleine "
    "Kläffer, de su Hermandad o de su Magia), el Cónclave sigue lleno. Quien no pueda colocar aún puede ceder una pila, "
    "pero pasa las fases 2 y 3 y no roba; si nadie puede colocar en una ronda entera, la partida termina.",
    "adjacent-place": "El Emisario va a un hueco que comparte un lado con una carta; a cualquier casilla si el "
    "Cónclave está del todo vacío.",
    "give-pile": "Cada turno se puede ceder una pila entera, antes de enviar, a un jugador sin seguidores de esa "
    "Magia. No se puede rechazar.",
    "refill-order": "Gira la mesa hasta que la esquina inicial quede arriba a la izquierda y repón de izquierda "
    "a derecha y de arriba abajo.",
    "refill-deck": "Se repone del mazo del que se ha robado este turno y después del otro, hasta que queden "
    "cuatro huecos.",
    "last-turn": "Agotados los dos mazos, cada jugador juega un turno más, también quien los agotó: ceder, "
    "enviar, conseguir, sin robar ni reponer. Las cartas que quedan en la mano pasan a la zona.",
    "control-tie": "Todos los que empatan con la pila más alta controlan esa Magia. Quien no tiene ninguna pila de esa Magia no la controla.",
    "eliminated": "Quien no controla ninguna Magia no puede ganar; sus puntos de decepción se muestran igual.",
    "tie-break": "En caso de empate a puntos de decepción gana quien tiene más seguidores, contando las pilas volteadas; "
    "si también son iguales, comparten la victoria.",
    "nobody-controls": "Si todos los jugadores quedan eliminados, nadie gana.",
    "deck-list": "Una baraja tiene su propia lista de cartas con cantidades; de cada carta no hay más de las "
    "que dice.",
    "remove-fewer": "Al empezar se pueden retirar menos cartas: de ninguna a 18, 12 o 6 con 2, 3 o 4 jugadores.",
    "players": "Juegan de dos a cuatro, cada cual con su propio nombre.",
    "setup-layout": "El Cónclave empieza como un anillo de doce cartas alrededor de cuatro huecos.",
    "turn-order": "El turno pasa a la izquierda; solo actúa quien tiene el turno.",
    "phase-order": "Un turno tiene cinco fases, en este orden: ceder, enviar, conseguir, robar, reponer.",
    "empty-space": "El Emisario va a un hueco vacío.",
    "own-hand": "Solo se envían, y al final se muestran, cartas de la propia mano.",
    "own-pile": "Solo se puede ceder una pila que se tiene.",
    "must-send": "Quien puede colocar a un Emisario debe enviarlo.",
    "remaining-deck": "Si un mazo se ha agotado, se roba del otro.",
    "last-three": "Las cartas que quedan en cada mano se muestran una vez, tras el último turno, y pasan a la "
    "zona.",
    "game-over": "Después del último turno ya no se juega.",
}

MAGES = {
    "mage.earth.crow": "el Cuervo color tierra",
    "mage.earth.gazelle": "la Gacela color tierra",
    "mage.earth.wild-boar": "el Jabalí color tierra",
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
    "magic.earth": "Tierra (color tierra)",
    "magic.wind": "Viento (azul)",
    "magic.mind": "Mente (morado)",
    "magic.wisdom": "Sabiduría (naranja)",
    "magic.love-and-war": "Amor y Guerra (rojo)",
    "magic.nature": "Naturaleza (verde)",
}

SENTENCES = {
    "list.and": " y ",
    "list.and.before-i": " e ",
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
    "verdict.convinces": "{line}: {sum} = {influence}, suficiente. Seguidores: {taken}.",
    "verdict.crisis": "El Cónclave está lleno y nadie le ha seguido: ¡Crisis Mágica! De la fila y la columna se "
    "lleva: {taken}.",
    "verdict.crisis-empty": "El Cónclave está lleno y nadie le ha seguido: ¡Crisis Mágica! Pero no puede "
    "llevarse a ningún Hechicero de la fila y la columna, así que el Cónclave sigue lleno.",
    "next.draw": "El Emisario se queda. Ahora: robar una carta.",
    "next.draw-refill": "El Emisario se queda. Ahora: robar una carta y reponer {count} de los {empty} huecos.",
    "next.last-turn": "El Emisario se queda. Era su último turno: ni se roba ni se repone.",
    "tally.pile": "{magic} {influence}",
    "tally.controls": "{name} controla {magics}.",
    "tally.eliminated": "{name} no controla ninguna Magia y queda fuera, con {points}.",
    "tally.points": "{count} puntos de decepción",
    "tally.points.one": "1 punto de decepción",
    "tally.resentment": "{name} tiene {points} por {piles}.",
    "tally.no-resentment": "{name} no tiene puntos de decepción.",
    "tally.won.least-resentment": "Gana {winners}, con menos puntos de decepción que nadie.",
    "tally.won.most-followers": "Gana {winners}, que rompe el empate con más seguidores.",
    "tally.won.shared": "{winners} comparten la victoria: iguales en puntos de decepción y en seguidores.",
    "tally.won.nobody": "Todos los jugadores quedan eliminados: nadie gana.",
    "event.GameSetUp": "Juegan {players}. Empieza {name}; la esquina inicial es la {corner}.",
    "event.InfluenceGiven": "{name} cede la pila de {magic} a {receiver}.",
    "event.EmissarySent": "{name} envía {mage} a {cell}.",
    "event.TurnPassed": "{name} no puede colocar a nadie en el Cónclave lleno y pasa.",
    "event.MagicCrisisOccurred": "¡Crisis Mágica!",
    "event.FollowersGained": "{name} consigue {mages}.",
    "event.FollowersGained.none": "{name} no consigue a nadie.",
    "event.CardDrawn": "{name} roba del mazo de la {deck}.",
    "event.CardDrawn.unseen": "{name} roba una carta.",
    "event.ConclaveRefilled": "El Cónclave se repone con {mages}.",
    "event.ConclaveRefilled.none": "No queda ninguna carta para reponer el Cónclave.",
    "event.DrawDecksRanOut": "Se han agotado los dos mazos: cada cual juega un último turno.",
    "event.TurnEnded": "Termina el turno de {name}.",
    "event.HandShown": "{name} añade las cartas que le quedan en la mano: {mages}.",
    "event.HandShown.none": "A {name} no le queda ninguna carta en la mano.",
    "event.GameEnded": "La partida ha terminado.",
    "corner.top-left": "superior izquierda",
    "corner.top-right": "superior derecha",
    "corner.bottom-right": "inferior derecha",
    "corner.bottom-left": "inferior izquierda",
    "deck.left": "izquierda",
    "deck.right": "derecha",
}

WATCHING = {
    "watch.LayoutConfirmed": "La mesa está leída.",
    "watch.GameBegun": "Empieza la partida: {players}. {name} va primero.",
    "watch.GameBegun.mid": "Se sigue una partida ya empezada: {players}. Se supone que le toca a {name}; "
    "decidlo si no es así.",
    "watch.GameResumed": "La partida de {players} sigue en el turno {turn}. Le toca a {name}.",
    "watch.EmissarySeen": "{name} envía {mage} a {cell}.",
    "watch.EmissarySeen.broken": "Parece que {name} ha enviado {mage} a {cell}; la mesa no se veía, comprobadlo.",
    "watch.EmissaryWithdrawn": "{name} retira el Emisario de {cell}.",
    "watch.FollowersSeenLeaving": "{name} se lleva {mages}.",
    "watch.RefillSeen": "El Cónclave se repone con {mages}.",
    "watch.MagicCrisisSeen": "¡Crisis Mágica!",
    "watch.TurnOver": "{name} roba una carta. Es el turno de {upcoming}.",
    "watch.TurnOver.last": "{name} ha jugado el último turno.",
    "watch.Discrepancy": "Mirad, por favor: {differences}. La partida espera a que la mesa encaje o alguien la corrija.",
    "watch.Discrepancy.choices": "Decid qué se ha jugado: la mesa se puede explicar de {count} maneras.",
    "watch.difference": "en {cell} las reglas esperan {expected} y la mesa muestra {seen}",
    "watch.ThreadResumed": "La mesa vuelve a encajar; la partida sigue.",
    "watch.StartingCornerSeen": "La reposición muestra que la esquina inicial es la {corner}.",
    "watch.CardReadAnew": "La carta de {cell} es {mage}, no {before}; lo que siguió se juzga de nuevo.",
    "watch.CellsCovered": "Algo tapa {cells}.",
    "watch.CardSettled": "La carta de {cell} ya es segura: {mage}.",
    "watch.CardSettled.empty": "Ya es seguro que no hay carta en {cell}.",
    "watch.CardAsked": "¿Qué carta hay en {cell}? Puede ser {candidates}. Movedla un poco o decid cuál es.",
    "watch.CardAsked.hidden": "¿Qué hay en {cell}? Lo tapa una cosa o el reflejo de una luz. Movedlo o decidlo.",
    "watch.TableLost": "No se ven las cartas: {reason}.",
    "watch.TableFound": "Las cartas se ven otra vez.",
    "watch.CameraStalled": "{reason} Se puede seguir a mano.",
    "watch.CameraBack": "La cámara vuelve a enviar imágenes.",
    "watch.unsure": "No es segura la carta de {cells}: comprobadla.",
    "watch.or": " o ",
    "seen.empty": "nada",
    "seen.covered": "algo que la tapa",
    "seen.unread": "una carta que no se lee",
    "seen.back": "una carta boca abajo",
}

CATALOGUE = {
    **{f"rule.{code}": text for code, text in RULES.items()},
    **MAGES,
    **MAGICS,
    **SENTENCES,
    **WATCHING,
}
