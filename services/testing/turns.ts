// What would fill the minutes of the gate by showing the same once more (another language, another
// list), and the long walks of staff, is taken by turns: `npm test`, at each commit, draws a turn
// and prints it, and all turns together have everything. Without a turn (a file by itself) all of
// it runs. The night takes none, but of these files it has those of faults only: the whole is
// `TURN=all npm test`, before a release.

/** Of whole files, each of which takes turns of its own inside. */
const FILE_PARTS = 3
/** Divisible by every number of parts there is. */
export const ROW_TURNS = 6
export const TURNS = FILE_PARTS * ROW_TURNS

/** Every `parts`-th of these, beginning with the turn's own; all of them without a turn. */
export function ofTurn<Row>(
  rows: readonly Row[],
  parts: 2 | 3,
  turn: string | undefined = process.env.TURN,
): readonly Row[] {
  if (turn === undefined || turn === 'all') return rows
  return rows.filter((_, index) => index % parts === Number(turn) % parts)
}

/** Those files that another turn runs, so that each of them meets every turn of its own rows. */
export function filesOfOtherTurns(
  files: readonly string[],
  turn: string | undefined = process.env.TURN,
): string[] {
  if (turn === undefined || turn === 'all') return []
  const own = Math.floor(Number(turn) / ROW_TURNS)
  return files.toSorted().filter((_, index) => index % FILE_PARTS !== own)
}

/** What a whole run is told, which was told `given` itself: `all`, or a number below TURNS. */
export function drawTurn(given: string | undefined, draw: (below: number) => number): string {
  if (given === undefined) return String(draw(TURNS))
  if (given === 'all' || (/^\d\d?$/.test(given) && Number(given) < TURNS)) return given
  throw new RangeError(`TURN=${given}: all, or a number from 0 to ${TURNS - 1}`)
}
