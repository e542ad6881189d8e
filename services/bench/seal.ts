// How long a room waits: the register of a raffle of a million tickets is closed and sealed, with
// the checkpoint that holds the seal, by the commands that a real draw goes through.
import { sealRegister } from '../commands/draw-seal.ts'
import { closeForDraw, recordSession } from '../commands/draw-session.ts'
import { openDrawRig, session } from '../testing/draw-rig.ts'
import type { BenchAddresses } from './append.ts'
import type { Outcome, Pace } from './contest.ts'
import { lateness } from './ledger.ts'
import { fillLog } from './long-log.ts'

const TICKETS = 1_000_000
const TICKETS_QUICK = 100_000
const SEAL_MS_MAX = 30_000

export async function benchSeal(
  _addresses: BenchAddresses,
  { isQuick }: Pace & { isQuick: boolean },
  progress: (step: string) => void,
): Promise<Outcome[]> {
  const tickets = isQuick ? TICKETS_QUICK : TICKETS
  const rig = await openDrawRig({ mayActAlone: true })
  try {
    progress(`seal: ${tickets.toLocaleString('en')} tickets are sold`)
    const asked = { tickets: 0, ticketsMax: tickets, isStillOpen: true }
    const { raffleId, productId } = await rig.soldRaffle(asked)
    const { logId, published } = await rig.now(raffleId)
    const log = { raffleId, productId, logId, origin: published.origin }
    // The first entry of the log publishes the raffle.
    await fillLog(rig.test.ownerUrl, log, tickets + 1)
    await rig.pass(PAST_SETTLEMENT_SECONDS)
    progress('seal: the register is closed and sealed')
    const by = rig.by(raffleId, 'one')
    await recordSession(rig.needs, by, session())
    const startedMs = performance.now()
    await closeForDraw(rig.needs, by)
    await sealRegister(rig.needs, by)
    const ms = performance.now() - startedMs
    const { validCount } = (await rig.now(raffleId)).current!.seal
    if (validCount !== tickets)
      throw new Error(`${validCount} of ${tickets} tickets are in the register`)
    const contender = `closed, hashed, sealed and in a checkpoint in ${Math.round(ms)} ms`
    return [
      lateness(`the register of ${tickets.toLocaleString('en')} tickets sealed`, {
        contender,
        ms,
        msMax: SEAL_MS_MAX,
      }),
    ]
  } finally {
    await rig.stop()
  }
}

/** The end of sales and the wait for late payments. */
const PAST_SETTLEMENT_SECONDS = 1_860
