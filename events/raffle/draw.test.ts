import { describe, expect, it } from 'vitest'

import {
  annulled,
  beaconRecorded,
  chain,
  completeDraw,
  dice,
  drawAt,
  drawn,
  entropySealed,
  inputsBy,
  nextDrawId,
  postponed,
  quorumBy,
  recordBeacon,
  registerSealed,
  revealed,
  revealSeed,
  round,
  sealedAt,
  sealedWithoutBeacon,
  sealEntropy,
  sealRegister,
  settlesAt,
} from '../testing/draws.ts'
import { givenFor } from '../testing/given.ts'
import { closed, issued, published, raffleCancelled, sha, voided } from '../testing/raffles.ts'
import { raffleDecider } from './decide.ts'

const given = givenFor(raffleDecider)
const sold = [published(), issued(1, 10), closed('ended', 10)]
const before = (instant: string) => new Date(Date.parse(instant) - 1).toISOString()

const knownBefore = { chain, latestRound: 600, latestRandomness: sha }

describe('the seal', () => {
  it('names the register, the time and the round at or after it', () =>
    given(...sold)
      .when(sealRegister())
      .then(registerSealed()))

  it('is made once, whoever asks again', () =>
    given(...sold, registerSealed())
      .when(sealRegister())
      .thenNothing())

  it('is made under the next name and no other', () =>
    given(...sold)
      .when(sealRegister({ drawId: nextDrawId }))
      .thenRejected('register_changed'))

  it('takes a draw by beacon without a beacon for a bug', () =>
    given(...sold)
      .when(sealRegister({ beacon: null }))
      .thenFails(/names its chain/))

  it('waits for the end of the sale', () =>
    given(published(), issued(1, 9)).when(sealRegister()).thenRejected('raffle_not_ended'))

  it('waits for late payments, unless every ticket is sold', () => {
    given(...sold)
      .when(sealRegister({ now: before(settlesAt), drawAt }))
      .thenRejected('still_settling', { until: settlesAt })
    given(...sold)
      .when(sealRegister({ now: settlesAt, beacon: knownBefore }))
      .then(registerSealed({ latestRound: 600 }))
    given(published(), issued(1, 10), closed('soldOut', 10))
      .when(sealRegister({ now: before(settlesAt), beacon: knownBefore }))
      .then(registerSealed({ latestRound: 600 }))
  })

  it('waits for reservations', () =>
    given(...sold)
      .when(sealRegister({ held: 2 }))
      .thenRejected('tickets_held', { held: 2 }))

  it('refuses a register that has changed meanwhile', () => {
    given(...sold, voided([3, 3]))
      .when(sealRegister())
      .thenRejected('register_changed')
    given(...sold, voided([3, 3]))
      .when(
        sealRegister({
          register: { issuedCount: 10, voids: [[4, 4]], validCount: 9, root: sha },
        }),
      )
      .thenRejected('register_changed')
    const whole = { issuedCount: 10, voids: [], validCount: 10, root: sha }
    for (const change of [{ issuedCount: 9 }, { validCount: 9 }, { voids: [[4, 4]] as const }])
      given(...sold)
        .when(sealRegister({ register: { ...whole, ...change } }))
        .thenRejected('register_changed')
  })

  it('holds so many void ranges as fit a leaf', () => {
    const ranges = (count: number) =>
      Array.from({ length: count }, (_, at): [number, number] => [at * 9 + 1, at * 9 + 2])
    const sealOf = (voids: [number, number][]) => {
      const validCount = 1_000_000 - voids.length * 2
      return sealRegister({
        register: { issuedCount: 1_000_000, voids, validCount, root: sha },
      })
    }
    const many = [published({ ticketsMax: 1_000_000 }), issued(1, 1_000_000)]
    const rest = (count: number) => [voided(...ranges(count)), closed('ended', 1_000_000)]
    given(...many, ...rest(4_000))
      .when(sealOf(ranges(4_000)))
      .then(
        registerSealed({
          issuedCount: 1_000_000,
          voids: ranges(4_000),
          validCount: 992_000,
        }),
      )
    given(...many, ...rest(6_000))
      .when(sealOf(ranges(6_000)))
      .thenRejected('seal_too_large', { ranges: 6_000 })
  })

  it('holds a list of voids of 64,000 characters, and no longer one', () => {
    const issuedCount = 1_100_000
    const sealed = (voids: [number, number][]) => {
      const count = voids.reduce((sum, [first, last]) => sum + last - first + 1, 0)
      return { issuedCount, voids, validCount: issuedCount - count }
    }
    // 3,555 ranges of 18 characters with their commas, and before them one of 9 or of 11.
    const others = Array.from({ length: 3_555 }, (_, at): [number, number] => [
      1_000_001 + at * 2,
      1_000_001 + at * 2,
    ])
    const full: [number, number][] = [[10, 100], ...others]
    const over: [number, number][] = [[100, 1000], ...others]
    expect(JSON.stringify(full)).toHaveLength(64_000)
    const many = [published({ ticketsMax: issuedCount }), issued(1, issuedCount)]
    const ended = closed('ended', issuedCount)
    given(...many, voided(...full), ended)
      .when(sealRegister({ register: { ...sealed(full), root: sha } }))
      .then(registerSealed(sealed(full)))
    given(...many, voided(...over), ended)
      .when(sealRegister({ register: { ...sealed(over), root: sha } }))
      .thenRejected('seal_too_large', { ranges: 3_556 })
  })

  it('needs a ticket to draw', () =>
    given(...sold, voided([1, 10]))
      .when(
        sealRegister({
          register: { issuedCount: 10, voids: [[1, 10]], validCount: 0, root: sha },
        }),
      )
      .thenRejected('no_winner'))

  it('announces the draw ten minutes ahead at least, with a beacon', () => {
    const tenMinutes = '2026-11-30T22:40:00.000Z'
    given(...sold)
      .when(sealRegister({ drawAt: before(tenMinutes) }))
      .thenRejected('draw_too_soon', { earliest: tenMinutes })
    given(...sold)
      .when(sealRegister({ drawAt: tenMinutes }))
      .then(registerSealed({ drawAt: tenMinutes, round: 801, roundAt: tenMinutes }))
    given(...sold)
      .when(sealRegister({ mode: 'local', beacon: null, drawAt: sealedAt }))
      .then({
        ...sealedWithoutBeacon('local'),
        data: { ...sealedWithoutBeacon('local').data, drawAt: sealedAt, roundAt: sealedAt },
      })
    given(...sold)
      .when(sealRegister({ mode: 'local', beacon: null, drawAt: before(sealedAt) }))
      .thenRejected('draw_too_soon')
  })

  it('takes the round after T when T falls between two', () =>
    given(...sold)
      .when(sealRegister({ drawAt: '2026-11-30T22:45:00.001Z' }))
      .then(
        registerSealed({
          drawAt: '2026-11-30T22:45:00.001Z',
          round: round + 1,
          roundAt: '2026-11-30T22:45:03.000Z',
        }),
      ))

  it('takes the chain that was published, and no round of the future', () => {
    const other = { ...chain, chainHash: 'cd'.repeat(32) }
    given(...sold)
      .when(sealRegister({ beacon: { chain: other, latestRound: 1, latestRandomness: sha } }))
      .thenRejected('wrong_round')
    given(...sold)
      .when(sealRegister({ beacon: { chain, latestRound: 602, latestRandomness: sha } }))
      .thenRejected('round_not_yet')
  })

  it('is not made for a cancelled raffle', () =>
    given(...sold, raffleCancelled('licence'))
      .when(sealRegister())
      .thenRejected('raffle_cancelled'))

  it('is made again after a postponement or an annulment, under the next name', () => {
    const again = sealRegister({ drawId: nextDrawId })
    const next = registerSealed({ drawId: nextDrawId })
    given(...sold, registerSealed())
      .when(again)
      .thenRejected('register_sealed')
    given(...sold, registerSealed(), postponed())
      .when(again)
      .then(next)
    given(...sold, registerSealed(), entropySealed(), revealed, annulled)
      .when(again)
      .then(next)
  })
})

describe('I20 from the seal on', () => {
  const sealed = [...sold.slice(0, 1), issued(1, 9), closed('ended', 9)]
  const sealOf9 = registerSealed({ issuedCount: 9, validCount: 9 })
  const issue = {
    type: 'IssueTickets' as const,
    n: 1,
    channel: 'online' as const,
    ticketsPerUnit: 1,
    orderCommit: sha,
    holderCommit: sha,
    now: before(settlesAt),
    capacity: 'held' as const,
    settlementSeconds: 1800,
  }
  const voiding = {
    type: 'VoidTickets' as const,
    now: sealedAt,
    ranges: [[3, 3]] as [number, number][],
    reason: 'refunded' as const,
  }

  it('no ticket is issued, not even for a reservation, and never again', () => {
    given(...sealed)
      .when(issue)
      .then(issued(10, 10))
    given(...sealed, sealOf9)
      .when(issue)
      .thenRejected('raffle_ended')
    given(...sealed, sealOf9, postponed())
      .when(issue)
      .thenRejected('raffle_ended')
    given(...sealed, sealOf9, annulled)
      .when(issue)
      .thenRejected('raffle_ended')
  })

  it('no ticket is voided, until an annulment has opened the register', () => {
    given(...sealed, sealOf9)
      .when(voiding)
      .thenRejected('register_sealed')
    given(...sealed, sealOf9, postponed())
      .when(voiding)
      .thenRejected('register_sealed')
    given(...sealed, sealOf9, annulled)
      .when(voiding)
      .then({ type: 'TicketsVoided', data: { ranges: [[3, 3]], reason: 'refunded' } })
  })
})

describe('the dice', () => {
  it('come after the seal that the witnesses have cosigned', () => {
    given(...sold, registerSealed())
      .when(sealEntropy())
      .then(entropySealed())
    given(...sold, registerSealed())
      .when(sealEntropy({ sealCosignedAt: null }))
      .thenRejected('quorum_missing')
    given(...sold)
      .when(sealEntropy())
      .thenRejected('not_sealed')
  })

  it('are refused when the quorum came later than ten minutes before T', () => {
    given(...sold, registerSealed())
      .when(sealEntropy({ sealCosignedAt: quorumBy }))
      .then(entropySealed())
    given(...sold, registerSealed())
      .when(sealEntropy({ sealCosignedAt: '2026-11-30T22:35:00.001Z' }))
      .thenRejected('quorum_missing', { deadline: quorumBy })
  })

  it('are refused from two minutes before the round on', () => {
    given(...sold, registerSealed())
      .when(sealEntropy({ now: before(inputsBy) }))
      .then(entropySealed())
    given(...sold, registerSealed())
      .when(sealEntropy({ now: inputsBy }))
      .thenRejected('draw_time_passed', { deadline: inputsBy })
  })

  it('have no deadline where no beacon sets one', () => {
    const whenever = '2026-12-04T08:00:00.000Z'
    given(...sold, sealedWithoutBeacon('local'))
      .when(sealEntropy({ sealCosignedAt: whenever, now: whenever }))
      .then(entropySealed())
  })

  it('are at least twenty throws of a die, and cannot be changed', () => {
    for (const entropy of ['D6:1 2 3', dice.replace('3', '7'), `${dice} `, 'DRUM:1 2 3 4'])
      given(...sold, registerSealed())
        .when(sealEntropy({ entropy }))
        .thenRejected('entropy_malformed')
    given(...sold, registerSealed(), entropySealed())
      .when(sealEntropy())
      .thenNothing()
    given(...sold, registerSealed(), entropySealed())
      .when(sealEntropy({ entropy: `${dice} 1` }))
      .thenRejected('already_recorded')
  })

  it('may be simulated in a demonstration only', () => {
    const entropy = dice.replace('D6', 'D6-simulated')
    given(...sold, registerSealed())
      .when(sealEntropy({ entropy }))
      .then(entropySealed(entropy))
    const real = [published({ environment: 'production' }), ...sold.slice(1)]
    given(...real, registerSealed())
      .when(sealEntropy({ entropy }))
      .thenRejected('entropy_malformed')
  })

  it('are signed where the representative has a key', () => {
    const representative = { office: 'Lottery Directorate', keyId: '0badc0de' }
    given(...sold, registerSealed())
      .when(sealEntropy({ representative }))
      .thenRejected('signature_required')
    const signature = 'ef'.repeat(64)
    given(...sold, registerSealed())
      .when(sealEntropy({ signature }))
      .then({ type: 'EntropySealed', data: { ...entropySealed().data, signature } })
    given(...sold, registerSealed())
      .when(sealEntropy({ representative, signature }))
      .then({
        type: 'EntropySealed',
        data: { ...entropySealed().data, representative, signature },
      })
  })
})

it('nothing more is written of a draw whose raffle was cancelled after its seal', () => {
  const facts = [registerSealed(), entropySealed(), revealed, beaconRecorded]
  const commands = [sealEntropy(), revealSeed(), recordBeacon(), completeDraw()]
  for (const [at, command] of commands.entries())
    given(...sold, ...facts.slice(0, at + 1), raffleCancelled('licence'))
      .when(command)
      .thenRejected('raffle_cancelled')
})

it('a draw is reached under its own name only', () =>
  given(...sold, registerSealed())
    .when(sealEntropy({ drawId: nextDrawId }))
    .thenRejected('not_sealed'))

describe('the seed', () => {
  const diced = [...sold, registerSealed(), entropySealed()]

  it('is revealed once, and only the true one is recognised afterwards', () => {
    for (const facts of [[revealed], [revealed, beaconRecorded], [beaconRecorded, drawn()]])
      given(...diced, ...facts)
        .when(revealSeed())
        .thenNothing()
    given(...diced, revealed)
      .when(revealSeed({ commit: 'cd'.repeat(32) }))
      .thenRejected('wrong_seed')
  })

  it('has no deadline where no beacon sets one', () =>
    given(...sold, sealedWithoutBeacon('local'), entropySealed())
      .when(revealSeed({ now: '2026-12-04T08:00:00.000Z' }))
      .then(revealed))

  it('opens the commitment, after the dice', () => {
    given(...diced)
      .when(revealSeed())
      .then(revealed)
    given(...diced, revealed)
      .when(revealSeed())
      .thenNothing()
    given(...sold, registerSealed())
      .when(revealSeed())
      .thenRejected('not_diced')
    given(...diced)
      .when(revealSeed({ commit: 'cd'.repeat(32) }))
      .thenRejected('wrong_seed')
  })

  it('is refused from two minutes before the round on', () =>
    given(...diced)
      .when(revealSeed({ now: inputsBy }))
      .thenRejected('draw_time_passed'))
})
