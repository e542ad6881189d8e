// (o): one draw, one result. A second seal needs a reason that the room could not choose alone: a
// postponement that witnesses saw before the round, a late one that the representative has signed
// because the witnesses prove that dice and seed were not in place, or an annulment that he has
// signed. A draw that has a result is never simply done again.
import { annulMessage, postponeMessage } from '../draw/representative.ts'
import type { BeaconChain } from '../ledger/beacon.ts'

import { roundSeconds } from './beacon-check.ts'
import { cosignedTime, type Cosigned } from './checkpoints.ts'
import type { Fact } from './facts.ts'
import { countersignature, type RepresentativeNeeds } from './representative.ts'
import type { Draw } from './story.ts'
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
  checkCountersigned(needs, index, data, annulMessage({ ...data, sealBody }))
}

const postponed = (needs: OrderNeeds, draw: Draw, { data }: Fact<'DrawPostponed'>) =>
  postponeMessage({
    ...data,
    sealBody: needs.sealBodyOf(draw),
    lastCheckpoint: data.lastCheckpoint ?? null,
  })

function checkPostponed(needs: OrderNeeds, draw: Draw, end: Fact<'DrawPostponed'>): void {
  const { judge, chain, cosigned, published } = needs
  const { index, data } = end
  judge.examined('o')
  if (draw.completed !== null && draw.completed.index < index)
    return judge.fail('o', 'postponed_after_result', { index })
  if (draw.seal.data.mode !== 'beacon') {
    // Once dice and seed lie open everybody can compute the result.
    if (draw.reveal !== null && draw.reveal.index < index)
      checkCountersigned(needs, index, data, postponed(needs, draw, end))
    return
  }
  if (chain === null) return judge.skip('o', 'chain_unknown')
  if (published.data.policy.quorum === 0) return judge.skip('o', 'no_witnesses')
  const roundTime = roundSeconds(chain, draw.seal.data.round)
  const time = cosignedTime(cosigned, index + 1)
  if (time !== null && time < roundTime) return
  if (data.lastCheckpoint === undefined) return judge.fail('o', 'postponed_late', { index })
  if (!isLastBefore(needs, data.lastCheckpoint, roundTime - inputsMarginSeconds))
    return judge.fail('o', 'not_the_last_checkpoint', { index })
  const size = Number(data.lastCheckpoint.split('\n')[1])
  const inputs = [draw.entropy, draw.reveal]
  if (inputs.every((input) => input !== null && input.index < size))
    return judge.fail('o', 'inputs_were_in_place', { index })
  checkCountersigned(needs, index, data, postponed(needs, draw, end))

  function isLastBefore({ cosigned: all }: OrderNeeds, body: string, deadline: number): boolean {
    const before = all.filter((checkpoint) => checkpoint.time <= deadline)
    const last = before.toSorted((one, other) => other.size - one.size)[0]
    return last?.body === body
  }
}

function checkCountersigned(
  needs: OrderNeeds,
  index: number,
  { signature, paperSha256 }: { signature?: string; paperSha256?: string },
  message: Uint8Array,
): void {
  const { judge } = needs
  if (signature !== undefined) {
    const outcome = countersignature(needs, { keyId: null, message, signature })
    if (outcome === 'false') judge.fail('o', 'countersignature_false', { index })
    if (outcome === 'key not given') judge.skip('o', 'representative_key_not_given')
  } else if (paperSha256 !== undefined)
    judge.skip('o', 'countersigned_on_paper', { index, paperSha256 })
  else judge.fail('o', 'not_countersigned', { index })
}
