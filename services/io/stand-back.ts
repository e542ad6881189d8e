// Who is to be the last to get the processor. Linux may share it among sessions first and among the
// processes of each then (autogroups): `nice` alone stands back only behind its own session, and
// whoever is started detached has one of their own.
import { writeFile } from 'node:fs/promises'
import { getPriority } from 'node:os'

/**
 * The session that `pid` leads stands back so far, as `nice` counts: 19 is the last of all. Where
 * sessions are not told apart, its processes' own niceness is enough, and nothing is done.
 */
export async function sessionStandsBack(pid: number | undefined, nice: number): Promise<void> {
  if (pid === undefined || nice <= 0) return
  await writeFile(`/proc/${pid}/autogroup`, String(nice)).catch(() => undefined)
}

/** As far as this process does, whose part it is. */
export const sessionStandsBackToo = (pid: number | undefined) =>
  sessionStandsBack(pid, getPriority())
