// The representative of the authority (k): the dice as they were written down, and the signature
// over them (`events/draw/representative.ts` says what is signed).
import { entropyMessage } from '../draw/representative.ts'
import { bytesOfHex, hexOf } from '../kernel/bytes.ts'
import { ed25519Type, keyIdOf, parseVerifierKey } from '../ledger/note.ts'

import type { Fact } from './facts.ts'
import type { Crypto, Trust } from './needs.ts'
import type { Judge } from './report.ts'
import type { Draw } from './story.ts'

export type RepresentativeNeeds = {
  judge: Judge
  crypto: Crypto
  trust: Trust
  published: Fact<'RafflePublished'>
  rotations: readonly Fact<'SigningKeyRotated'>[]
}

export type Countersignature = 'good' | 'false' | 'key not given'

/**
 * `keyId`: of the key that must have signed; null takes any key of type 1 that was given and is not
 * the log's, be it the first or a later one. One key pair may sign many logs under their names:
 * that is never the representative.
 */
export function countersignature(
  { crypto, trust, published, rotations }: Omit<RepresentativeNeeds, 'judge'>,
  { keyId, message, signature }: { keyId: string | null; message: Uint8Array; signature: string },
): Countersignature {
  const ofLog = [published.data.policy.log, ...rotations.map(({ data }) => data.verifierKey)]
    .map((text) => parseVerifierKey(text, crypto.sha256))
    .flatMap((key) => (key === null ? [] : [hexOf(key.publicKey)]))
  const keys = trust.keys
    .map((text) => parseVerifierKey(text.trim(), crypto.sha256))
    .filter((key) => key?.type === ed25519Type && key.name !== published.data.origin)
    .filter((key) => !ofLog.includes(hexOf(key!.publicKey)))
    .filter((key) => keyId === null || hexOf(keyIdOf(key!, crypto.sha256)) === keyId)
  if (keys.length === 0) return 'key not given'
  const bytes = bytesOfHex(signature)
  return keys.some((key) => crypto.verifyEd25519(bytes, message, key!.publicKey)) ? 'good' : 'false'
}

const dicePatterns = {
  physical: /^DRUM:\d+( \d+)*$/,
  dice: /^D6:[1-6]( [1-6]){19,}$/,
  simulated: /^D6-simulated:[1-6]( [1-6]){19,}$/,
}

export function checkDice(
  needs: RepresentativeNeeds,
  { seal, entropy }: Draw,
  sealBody: string,
): void {
  const { judge, trust, published } = needs
  if (entropy === null) return
  const { index, data } = entropy
  const isDemo = published.data.environment === 'demo'
  judge.examined('k')
  const isDrum = seal.data.mode === 'physical'
  const isWellFormed = isDrum
    ? dicePatterns.physical.test(data.entropy)
    : dicePatterns.dice.test(data.entropy) || (isDemo && dicePatterns.simulated.test(data.entropy))
  if (!isWellFormed) judge.fail('k', 'not_dice', { index, entropy: data.entropy.slice(0, 120) })

  if (data.signature === undefined) {
    if (isDemo && trust.sandbox) return judge.note('k', 'no_signature_in_demo')
    return judge.skip('k', 'signed_in_ink', { office: data.representative.office })
  }
  const outcome = countersignature(needs, {
    keyId: data.representative.keyId ?? null,
    message: entropyMessage({ drawId: seal.data.drawId, sealBody, entropy: data.entropy }),
    signature: data.signature,
  })
  if (outcome === 'false') judge.fail('k', 'dice_signature_false', { index })
  if (outcome === 'key not given') judge.skip('k', 'representative_key_not_given')
}
