// (i): seal, dice and seed stood before the beacon could be known. The proof is the time at which
// a quorum of witnesses had cosigned a tree that holds them; what the log writes about itself in
// `at` is only asked not to contradict that.
import { roundForDraw, type BeaconChain } from '../ledger/beacon.ts'

import { roundSeconds } from './beacon-check.ts'
import { cosignedTime, type Cosigned } from './checkpoints.ts'
import type { Fact } from './facts.ts'
import type { Trust } from './needs.ts'
import type { Judge } from './report.ts'
import type { Draw } from './story.ts'

/** Dice and seed must be cosigned so long before the round. */
export const inputsMarginSeconds = 120
/** Clocks of the log and of a witness may differ by so much. */
const skewSeconds = 60

export type TimeNeeds = {
  judge: Judge
  trust: Trust
  published: Fact<'RafflePublished'>
  chain: BeaconChain | null
  cosigned: readonly Cosigned[]
}

export function checkTimes(needs: TimeNeeds, draw: Draw): void {
  const { judge, trust, published, chain } = needs
  const { seal } = draw
  tellOtherMode(needs, seal)
  if (seal.data.mode !== 'beacon')
    return judge.skip('i', 'no_beacon_in_mode', { mode: seal.data.mode })
  if (chain === null) return judge.skip('i', 'chain_unknown')
  judge.examined('i')
  checkRoundChoice(judge, chain, seal)
  if (published.data.policy.quorum === 0) return judge.skip('i', 'no_witnesses')
  if (published.data.environment === 'demo') {
    if (!trust.sandbox) judge.skip('i', 'simulated_times')
    else judge.note('i', 'sandbox_trusted')
  }
  // Put off without a result, as it must be where witnesses were late: (o) says whether in time.
  if (draw.completed === null && draw.ends.length > 0) return
  const roundTime = roundSeconds(chain, seal.data.round)
  checkCosigned(needs, seal, roundTime - published.data.sealMarginSeconds)
  for (const input of [draw.entropy, draw.reveal])
    if (input !== null) checkCosigned(needs, input, roundTime - inputsMarginSeconds)
    else if (draw.completed !== null) judge.fail('i', 'input_missing', { index: seal.index })
    else judge.skip('i', 'draw_not_finished')
}

/** The room may choose; whoever reads the report is told. No verdict hangs on it. */
function tellOtherMode(
  { judge, published }: Pick<TimeNeeds, 'judge' | 'published'>,
  seal: Fact<'RegisterSealed'>,
): void {
  const { mode } = seal.data
  const values = { published: published.data.mode, mode }
  if (mode === published.data.mode) return
  if (mode === 'beacon') judge.note('i', 'mode_not_as_published', values)
  else judge.skip('i', 'mode_not_as_published', values) // (i) is left open without a beacon anyway
}

/** T decides R, and the newest round that the seal names was out when it was sealed. */
function checkRoundChoice(judge: Judge, chain: BeaconChain, seal: Fact<'RegisterSealed'>): void {
  const { round, drawAt, latestRound } = seal.data
  const { index } = seal
  const isAfterGenesis = Date.parse(drawAt) / 1000 >= chain.genesisTime
  if (!isAfterGenesis || roundForDraw(chain, drawAt) !== round)
    judge.fail('i', 'round_not_of_draw_time', { index, round, drawAt })
  if (latestRound >= round) judge.fail('i', 'round_was_known', { index, round, latestRound })
  else if (latestRound < 1 || roundSeconds(chain, latestRound) > seconds(seal.at) + skewSeconds)
    judge.fail('i', 'not_before_is_later', { index, latestRound })
}

function checkCosigned(
  { judge, cosigned }: TimeNeeds,
  { index, type, at }: Pick<Fact, 'index' | 'type' | 'at'>,
  deadline: number,
): void {
  judge.examined('i')
  const time = cosignedTime(cosigned, index + 1)
  if (time === null) judge.fail('i', 'never_cosigned', { index, type })
  else if (time > deadline)
    judge.fail('i', 'cosigned_late', { index, type, secondsLate: time - deadline })
  else if (seconds(at) > time + skewSeconds)
    judge.fail('i', 'written_after_cosigned', { index, type })
}

const seconds = (instant: string) => Date.parse(instant) / 1000
