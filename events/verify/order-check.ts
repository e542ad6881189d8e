// (o): one draw, one result. A second seal needs a reason that the room could not choose alone: a
// postponement that witnesses saw before the round, a late one that the representative has signed
// because the witnesses prove that dice and seed were not in place, or an annulment that he has
// signed. A draw that has a result is never simply done again. And too few tickets are dealt with
// as was published: a raffle is not called off against that rule unless he has signed that too.
import { annulMessage, cancelMessage, postponeMessage } from '../draw/representative.ts'
import type { BeaconChain } from '../ledger/beacon.ts'
import { leavesRule } from '../raffle/under-sold.ts'

import { roundSeconds } from './beacon-check.ts'
import { cosignedTime, type Cosigned } from './checkpoints.ts'
import type { Countersigned, Fact } from './facts.ts'
import { countersignature, type RepresentativeNeeds } from './representative.ts'
import type { Draw, Story } from './story.ts'
import { inputsMarginSeconds } from './time-check.ts'

export type OrderNeeds = RepresentativeNeeds & {
  chain: BeaconChain | null
  cosigned: readonly Cosigned[]
  /** The checkpoint body that ends with this seal. */
  sealBodyOf: (draw: Draw) => string
}

export function checkOrder(needs: OrderNeeds, draws: readonly Draw[]): void {
  const { judge } = needs
  for (const [which, draw] of draws.entries()) {
    judge.examined('o')
    const before = draws[which - 1]
    if (before !== undefined && before.ends.length === 0)
      judge.fail('o', 'second_seal', { index: draw.seal.index, drawId: draw.seal.data.drawId })
    for (const end of draw.ends)
      if (end.type === 'DrawAnnulled') checkAnnulled(needs, draw, end)
      else checkPostponed(needs, draw, end)
  }
}

function checkAnnulled(needs: OrderNeeds, draw: Draw, { index, data }: Fact<'DrawAnnulled'>): void {
  needs.judge.examined('o')
  const sealBody = needs.sealBodyOf(draw)
  checkCountersigned(needs, { index, data, message: annulMessage({ ...data, sealBody }) })
}

const postponed = (needs: OrderNeeds, draw: Draw, { data }: Fact<'DrawPostponed'>) =>
  postponeMessage({
    ...data,
    sealBody: needs.sealBodyOf(draw),
    lastCheckpoint: data.lastCheckpoint ?? null,
  })

function checkPostponed(needs: OrderNeeds, draw: Draw, end: Fact<'DrawPostponed'>): void {
  const { judge, cosigned } = needs
  const { index, data } = end
  judge.examined('o')
  if (draw.completed !== null && draw.completed.index < index)
    return judge.fail('o', 'postponed_after_result', { index })
  if (draw.seal.data.mode !== 'beacon') {
    // A drum's numbers are the result, and the operator, who has the seed, knows it by the dice.
    if (draw.entropy !== null && draw.entropy.index < index)
      checkCountersigned(needs, { index, data, message: postponed(needs, draw, end) })
    return
  }
  const roundTime = roundTimeOf(needs, draw)
  if (roundTime === null) return
  const time = cosignedTime(cosigned, index + 1)
  if (time !== null && time < roundTime) return
  if (data.lastCheckpoint === undefined) return judge.fail('o', 'postponed_late', { index })
  if (!isLastBefore(needs, data.lastCheckpoint, roundTime - inputsMarginSeconds))
    return judge.fail('o', 'not_the_last_checkpoint', { index })
  const size = Number(data.lastCheckpoint.split('\n')[1])
  const inputs = [draw.entropy, draw.reveal]
  if (inputs.every((input) => input !== null && input.index < size))
    return judge.fail('o', 'inputs_were_in_place', { index })
  checkCountersigned(needs, { index, data, message: postponed(needs, draw, end) })

  function isLastBefore({ cosigned: all }: OrderNeeds, body: string, deadline: number): boolean {
    const before = all.filter((checkpoint) => checkpoint.time <= deadline)
    const last = before.toSorted((one, other) => other.size - one.size)[0]
    return (last?.body ?? '') === body
  }
}

/** Unix seconds; null where no times can be told here, which has then been said. */
function roundTimeOf({ judge, chain, published }: OrderNeeds, { seal }: Draw): number | null {
  if (chain === null) judge.skip('o', 'chain_unknown')
  else if (published.data.policy.quorum === 0) judge.skip('o', 'no_witnesses')
  else return roundSeconds(chain, seal.data.round)
  return null
}

/** The under-sold rule is carried out as published; only the representative lets it be left. */
export function checkCancelled(
  needs: OrderNeeds,
  { raffleId, cancelled, draws }: Pick<Story, 'raffleId' | 'cancelled' | 'draws'>,
): void {
  if (cancelled === null) return
  const { judge } = needs
  const { fact, terms } = cancelled
  const { index, data } = fact
  const draw = draws.at(-1)
  if (draw !== undefined && draw.ends.length === 0) checkStillOpen(needs, draw, index)
  if (!leavesRule(terms, data.cause)) return
  judge.examined('o')
  const message = cancelMessage({ raffleId, cause: data.cause })
  const word = wordOf(needs, { index, data, message })
  const values = { index, rule: terms.underSold }
  if (word === 'good') judge.note('o', 'cancelled_with_countersignature', values)
  if (word === 'false') judge.fail('o', 'cancelled_with_false_signature', values)
  if (word === 'none') judge.fail('o', 'cancelled_against_rule', values)
}

/** A sealed raffle is called off only while nobody can know who wins. */
function checkStillOpen(needs: OrderNeeds, draw: Draw, index: number): void {
  const { judge, cosigned } = needs
  judge.examined('o')
  if (draw.seal.data.mode !== 'beacon') {
    if (draw.entropy !== null) judge.fail('o', 'cancelled_late', { index })
    return
  }
  const roundTime = roundTimeOf(needs, draw)
  const time = cosignedTime(cosigned, index + 1)
  if (roundTime !== null && (time === null || time >= roundTime))
    judge.fail('o', 'cancelled_late', { index })
}

/** An entry that the representative signs, and what exactly. */
type Signed = { index: number; data: Countersigned; message: Uint8Array }

function checkCountersigned(needs: OrderNeeds, signed: Signed): void {
  const { judge } = needs
  const { index } = signed
  const word = wordOf(needs, signed)
  if (word === 'false') judge.fail('o', 'countersignature_false', { index })
  if (word === 'none') judge.fail('o', 'not_countersigned', { index })
}

/** Null: it cannot be seen from here, which is then said. */
function wordOf(
  needs: OrderNeeds,
  { index, data, message }: Signed,
): 'good' | 'false' | 'none' | null {
  const { judge } = needs
  const { signature, paperSha256 } = data
  if (signature === undefined) {
    if (paperSha256 === undefined) return 'none'
    judge.skip('o', 'countersigned_on_paper', { index, paperSha256 })
    return null
  }
  const outcome = countersignature(needs, { keyId: null, message, signature })
  if (outcome !== 'key not given') return outcome
  judge.skip('o', 'representative_key_not_given')
  return null
}
