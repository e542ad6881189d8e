// What would fill the minutes of the gate by showing the same once more (another language, another
// list) is taken by turns: `npm test` draws a turn and prints it, and in so many runs as there are
// turns everything has been run. Without a turn (a file by itself, the night) all of it runs.

/** Divisible by every number of parts there is. */
export const TURNS = 6

/** Every `parts`-th of these, beginning with the turn's own; all of them without a turn. */
export function ofTurn<Row>(
  rows: readonly Row[],
  parts: 2 | 3,
  turn: string | undefined = process.env.TURN,
): readonly Row[] {
  if (turn === undefined || turn === 'all') return rows
  return rows.filter((_, index) => index % parts === Number(turn) % parts)
}

/** What a whole run is told, which was told `given` itself: `all`, or a number below six. */
export function drawTurn(given: string | undefined, draw: (below: number) => number): string {
  if (given === undefined) return String(draw(TURNS))
  if (given === 'all' || (/^\d$/.test(given) && Number(given) < TURNS)) return given
  throw new RangeError(`TURN=${given}: all, or a number from 0 to ${TURNS - 1}`)
}
