// Cases at the edge of a rule: the last that is still good, and the first that is not.
import { postponeMessage } from '../../../draw/representative.ts'
import { utf8 } from '../../../kernel/bytes.ts'
import { certificateHtml } from '../../certificate.ts'
import { sealManifest, storyOf } from '../bundle.ts'
import type { Case } from '../cases.ts'
import {
  appendSteps,
  atOf,
  checkpointOf,
  edit,
  insertAfter,
  removeSteps,
  rewrite,
  stepOf,
} from '../frauds/fraud.ts'
import { licensed } from '../frauds/signatures-and-files.ts'
import { log as logKey, nextLog, raffleId, representative, signedBy, witnesses } from '../keys.ts'
import type { GrowingLog, Plan } from '../plan.ts'
import { checkpointAfter, instant, rotateAtClose, sealBodyOf } from '../true-raffle.ts'
import { local, noWitnesses } from './draws.ts'
import { late, postpone } from './ends.ts'
import { keysOf } from './shown.ts'

const rotate = (plan: Plan) => rotateAtClose(plan, nextLog, true)

/** The log names a next key like that. */
function rotateTo(plan: Plan, verifierKey: string): void {
  rotate(plan)
  rewrite(plan, 'rotated', () => ({ verifierKey }))
}

/** So many milliseconds earlier than four seconds after the round. */
function recordEarlier(plan: Plan, ms: number): void {
  const step = stepOf(plan, 'beacon 1')
  step.at = instant(Date.parse(step.at) - ms)
}

/** A draw from dice and seed that ends with this. */
function putOff(plan: Plan, make: (log: GrowingLog) => object): void {
  local(plan)
  removeSteps(plan, 'result 1', 'forfeited', 'promoted', 'delivered')
  const at = atOf(plan, 'seal 1', 1200)
  appendSteps(plan, { name: 'postponed', at, type: 'DrawPostponed', make })
}

function countersigned(log: GrowingLog) {
  const sealBody = sealBodyOf(log).body
  const message = postponeMessage({ ...late, sealBody, lastCheckpoint: null })
  return { ...late, signature: signedBy(representative, message) }
}

const inTime = (plan: Plan) =>
  postpone(plan, { from: 'seed 1', seconds: 13 * 60, make: () => late })

export const edges: Readonly<Record<string, Case>> = {
  'a tree that ends with the next key, signed with the one before': {
    plan: (plan) => {
      rotate(plan)
      plan.checkpoints.push(checkpointAfter(plan.steps, 'rotated'))
    },
  },
  'a tree behind the next key, signed with the one before alone': {
    plan: (plan) => {
      rotate(plan)
      checkpointOf(plan, 'dice 1').signer = logKey
    },
  },
  'a next key that is none': { plan: (plan) => rotateTo(plan, 'key') },
  'a next key of another name': { plan: (plan) => rotateTo(plan, representative.verifierKey) },
  'a next key behind one that is none': {
    plan: (plan) => {
      rotateTo(plan, 'key')
      insertAfter(plan, 'rotated', {
        name: 'rotated again',
        at: stepOf(plan, 'rotated').at,
        type: 'SigningKeyRotated',
        make: () => ({ verifierKey: nextLog.verifierKey, previous: 'key' }),
      })
    },
  },
  'a policy whose key has another name': {
    plan: (plan) =>
      rewrite(plan, 'published', ({ policy }) => ({
        policy: { ...(policy as object), log: representative.verifierKey },
      })),
  },
  'terms that name another origin': {
    plan: (plan) => rewrite(plan, 'published', () => ({ origin: 'mall.example/ledger/1' })),
  },
  'terms that name who gave the licence, and when': { plan: licensed },
  'terms that name who gave the licence, with a certificate that tells its number alone': {
    plan: licensed,
    files: ({ files, log }) => {
      files.set('certificate.html', utf8(certificateHtml(storyOf(log.bytes), 1)))
      sealManifest(files, log.entries.length)
    },
  },
  'shown with as many witnesses as are asked for': {
    input: () => keysOf(logKey, ...witnesses.slice(1)),
  },
  'shown with one witness too few': { input: () => keysOf(logKey, witnesses[0]!) },
  'shown with no beacon to trust': { input: () => ({ trust: { beacons: [] } }) },
  'a beacon that was recorded in the very moment of its round': {
    plan: (plan) => recordEarlier(plan, 4_000),
  },
  'a beacon that was recorded a millisecond before its round': {
    plan: (plan) => recordEarlier(plan, 4_001),
  },
  'a seal with the number of another draw': {
    plan: (plan) => rewrite(plan, 'seal 1', () => ({ drawId: `${raffleId}/D7` })),
  },
  'a draw without a beacon that was put off when its dice lay open': {
    plan: (plan) => {
      removeSteps(plan, 'seed 1')
      putOff(plan, () => late)
    },
  },
  'a draw without a beacon that was put off after its seed': {
    plan: (plan) => putOff(plan, () => late),
  },
  'a draw without a beacon that was put off after its seed, countersigned': {
    plan: (plan) => putOff(plan, countersigned),
  },
  'a draw that was put off under a beacon that nobody describes': {
    plan: inTime,
    files: (bundle) => edit(bundle, 'beacon.json', (text) => text.replace(/\{.*\}/, '{}')),
  },
  'a draw that was put off and that nobody witnessed': {
    plan: (plan) => {
      inTime(plan)
      noWitnesses(plan)
    },
  },
}
