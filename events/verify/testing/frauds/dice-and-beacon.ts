// Frauds against the dice and against the beacon.
import { hexOf, utf8 } from '../../../kernel/bytes.ts'
import { roundTime } from '../../../ledger/beacon.ts'
import { sha256 } from '../../../testing/hashes.ts'
import { local } from '../cases/draws.ts'
import { annul, late, postpone, signedAnnulment } from '../cases/ends.ts'
import { beacon, otherBeacon, raffleId } from '../keys.ts'
import { beaconOf, dice, diceOf, instant, resultOf } from '../true-raffle.ts'
import {
  atOf,
  checkpointOf,
  delay,
  edit,
  insertAfter,
  rewrite,
  stepOf,
  type Fraud,
} from './fraud.ts'

const diceFamily = { family: 'dice', isHidden: true } as const
const beaconFamily = { family: 'beacon', isHidden: true } as const
const drawId = `${raffleId}/D1`

const roundAfter = ({ round }: Record<string, unknown>) => Number(round) + 2

export const diceFrauds: readonly Fraud[] = [
  {
    ...diceFamily,
    name: 'other dice are recorded than the representative has signed',
    check: 'k',
    plan: (plan) => rewrite(plan, 'dice 1', () => ({ entropy: dice.replace('D6:3 1', 'D6:1 3') })),
  },
  {
    ...diceFamily,
    name: 'ten dice only: few enough to try them all',
    check: 'k',
    plan: (plan) =>
      rewrite(plan, 'dice 1', (_data, log) => diceOf(log, drawId, 'D6:3 1 6 2 5 5 4 1 2 6')),
  },
  {
    ...diceFamily,
    name: 'a die shows seven',
    check: 'k',
    plan: (plan) =>
      rewrite(plan, 'dice 1', (_data, log) => diceOf(log, drawId, dice.replace('3 1 6', '3 1 7'))),
  },
  {
    ...diceFamily,
    name: 'simulated dice in a raffle that is no demonstration',
    check: 'k',
    plan: (plan) =>
      rewrite(plan, 'dice 1', (_data, log) =>
        diceOf(log, drawId, dice.replace('D6:', 'D6-simulated:')),
      ),
  },
  {
    ...diceFamily,
    name: 'the dice are written down when the beacon is as good as known',
    check: 'i',
    plan: (plan) => {
      delay(checkpointOf(plan, 'dice 1'), 10 * 60)
      delay(checkpointOf(plan, 'seed 1'), 7 * 60)
    },
  },
  {
    ...diceFamily,
    name: 'the dice name another sealed register',
    check: 'd',
    plan: (plan) =>
      rewrite(plan, 'dice 1', () => ({ sealRoot: hexOf(sha256(utf8('another register'))) })),
  },
  {
    ...diceFamily,
    name: 'the file of the dice shows other dice than the log',
    check: 'i',
    files: (bundle) => edit(bundle, 'entropy.json', (text) => text.replace('D6:3', 'D6:4')),
  },
]

export const beaconFrauds: readonly Fraud[] = [
  {
    ...beaconFamily,
    name: 'the signature is one of another round',
    check: 'l',
    plan: (plan) =>
      rewrite(plan, 'beacon 1', ({ round }) =>
        beaconOf(drawId, Number(round), beacon.sign(Number(round) + 1)),
      ),
  },
  {
    ...beaconFamily,
    name: 'the randomness is not the hash of the signature',
    check: 'l',
    plan: (plan) =>
      rewrite(plan, 'beacon 1', () => ({ randomness: hexOf(sha256(utf8('chosen'))) })),
  },
  {
    ...beaconFamily,
    name: 'the beacon’s signature is by somebody else’s key',
    check: 'l',
    plan: (plan) =>
      rewrite(plan, 'beacon 1', ({ round }) =>
        beaconOf(drawId, Number(round), otherBeacon.sign(Number(round))),
      ),
  },
  {
    ...beaconFamily,
    name: 'a later round is used than the one that was sealed',
    check: 'l',
    plan: (plan) => rewrite(plan, 'beacon 1', ({ round }) => beaconOf(drawId, Number(round) + 1)),
  },
  {
    ...beaconFamily,
    name: 'the whole raffle rests on a beacon that the operator runs himself',
    check: 'l',
    input: () => ({ trust: { beacons: [otherBeacon.chain.chainHash] } }),
  },
  {
    ...beaconFamily,
    name: 'the seal names another chain than was published',
    check: 'l',
    isHidden: false,
    plan: (plan) =>
      rewrite(plan, 'seal 1', () => ({ drandChainHash: otherBeacon.chain.chainHash })),
  },
  {
    ...beaconFamily,
    name: 'the round is not the one that follows from the announced time',
    check: 'i',
    plan: (plan) => {
      rewrite(plan, 'seal 1', (data) => ({
        round: roundAfter(data),
        roundAt: roundTime(beacon.chain, roundAfter(data)),
      }))
      rewrite(plan, 'beacon 1', (data) => beaconOf(drawId, roundAfter(data)))
      // Nothing is recorded before its time, or that would give it away.
      for (const name of ['beacon 1', 'result 1']) {
        const step = stepOf(plan, name)
        step.at = instant(Date.parse(step.at) + 10_000)
        delay(checkpointOf(plan, name), 10)
      }
    },
  },
  {
    ...beaconFamily,
    name: 'the round was already known when the register was sealed',
    check: 'i',
    plan: (plan) => rewrite(plan, 'seal 1', ({ round }) => ({ latestRound: Number(round) })),
  },
  {
    ...beaconFamily,
    name: 'the round is recorded before its time',
    check: 'l',
    plan: (plan) =>
      void (stepOf(plan, 'beacon 1').at = instant(Date.parse(stepOf(plan, 'seed 1').at) + 1000)),
  },
  {
    ...beaconFamily,
    name: 'a beacon is made up for a draw of dice and seed alone, when both are known',
    check: 'l',
    isHidden: false,
    plan: (plan) => {
      local(plan)
      const chosen = sha256(utf8('chosen'))
      const zeros = { drandChainHash: new Uint8Array(32), round: 0 }
      insertAfter(plan, 'seed 1', {
        name: 'beacon 1',
        at: atOf(plan, 'seed 1', 10),
        type: 'BeaconRecorded',
        make: () => ({ ...beaconOf(drawId, 2), randomness: hexOf(chosen) }),
      })
      rewrite(plan, 'result 1', (_data, log) => resultOf(log, { ...zeros, randomness: chosen }))
    },
  },
  {
    ...beaconFamily,
    name: 'the bundle describes another chain than the one of the published hash',
    check: 'l',
    isHidden: false,
    files: (bundle) =>
      edit(bundle, 'beacon.json', (text) =>
        text.replace('"genesisTime":1750000000', '"genesisTime":1750000600'),
      ),
  },
  {
    ...beaconFamily,
    name: 'a second seal gives the newest round of the first another value',
    check: 'l',
    plan: (plan) => {
      postpone(plan, { from: 'seed 1', seconds: 13 * 60, make: () => late })
      rewrite(plan, 'seal 2', (_data, log) => {
        const { latestRound } = log.named('seal 1').data
        return { latestRound, latestRandomness: hexOf(sha256(utf8('chosen'))) }
      })
    },
  },
  {
    ...beaconFamily,
    name: 'a second seal gives the round of the first draw another value than was recorded',
    check: 'l',
    plan: (plan) => {
      annul(plan, signedAnnulment)
      rewrite(plan, 'seal 2', (_data, log) => {
        const { round } = log.named('beacon 1').data
        return { latestRound: round, latestRandomness: hexOf(sha256(utf8('chosen'))) }
      })
    },
  },
]
