// The attack suite: every fraud, done to a bundle of its own and shown to the verifier.
import type { Check } from '../../report.ts'
import { verifyBundle, type Report } from '../../verify.ts'
import { makeBundle, type MadeBundle } from '../bundle.ts'
import { beacon, log, representative, testCrypto, witnesses } from '../keys.ts'
import { digestOf } from '../told.ts'
import { trueRaffle } from '../true-raffle.ts'
import { cancellationFrauds } from './cancellations.ts'
import { beaconFrauds, diceFrauds } from './dice-and-beacon.ts'
import type { Fraud } from './fraud.ts'
import { orderFrauds, seedFrauds } from './order-and-seed.ts'
import { numberFrauds, registerFrauds } from './register-and-numbers.ts'
import { permutationFrauds, promotionFrauds } from './result-and-prizes.ts'
import { fileFrauds, signatureFrauds } from './signatures-and-files.ts'

export const frauds: readonly Fraud[] = [
  ...registerFrauds,
  ...numberFrauds,
  ...orderFrauds,
  ...cancellationFrauds,
  ...seedFrauds,
  ...diceFrauds,
  ...beaconFrauds,
  ...permutationFrauds,
  ...promotionFrauds,
  ...signatureFrauds,
  ...fileFrauds,
]

const trust = {
  keys: [log, ...witnesses, representative].map(({ verifierKey }) => verifierKey),
  beacons: [beacon.chain.chainHash],
  sandbox: false,
}

const noFraud: Partial<Fraud> = {}
const made = new Map<Partial<Fraud>, MadeBundle>()

/**
 * What the verifier says of the true bundle, or of one after this fraud. With its digest the bundle
 * must be, byte for byte, what it was when that was written down; then it is made only once.
 */
export async function judged(
  fraud: Partial<Fraud> = noFraud,
  digest: string | null = null,
): Promise<Report> {
  const bundle = made.get(fraud) ?? bundleAfter(fraud)
  if (digest !== null && !made.has(fraud)) {
    if (digestOf(bundle.files) !== digest) throw new Error('the bundle has other bytes than ever')
    made.set(fraud, bundle)
  }
  const { trust: otherTrust, ...input } = fraud.input?.(bundle) ?? {}
  const { files } = bundle
  return verifyBundle({
    files: { names: [...files.keys()], read: async (name) => files.get(name)! },
    crypto: testCrypto,
    trust: { ...trust, ...otherTrust },
    ...input,
  })
}

export function bundleAfter(fraud: Partial<Fraud>): MadeBundle {
  const plan = trueRaffle()
  fraud.plan?.(plan)
  const bundle = makeBundle(plan)
  fraud.files?.(bundle)
  return bundle
}

export const failed = ({ checks }: Report): Check[] =>
  checks.filter(({ verdict }) => verdict === 'fail')

/** Green: as good as in the true bundle, where only (p) has nothing to look at. */
export const isGreenBut = ({ checks }: Report, id: Check['id']): boolean =>
  checks.every((check) => check.id === id || check.verdict === 'pass' || check.isOptional)
