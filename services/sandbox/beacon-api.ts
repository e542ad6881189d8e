// A beacon of our own in drand's wire format, for demonstrations and tests. Its secret is known to
// everybody, so it proves the mechanism and never the moment; no production start takes it. It
// refuses a round before its time, as the real one cannot but do.
import { createHash } from 'node:crypto'

import { bls12_381 } from '@noble/curves/bls12-381.js'

import { bytesOfHex, hexOf, utf8 } from '#events/kernel/bytes.ts'
import {
  latestRoundAt,
  randomnessOf,
  roundMessage,
  type BeaconChain,
} from '#events/ledger/beacon.ts'

import { sandboxBeacon } from '../config-samples.ts'
import type { SwitchBoard } from './switches.ts'
import type { Answer, Handler, Incoming } from './wire.ts'
import { jsonAnswer, refusal, textAnswer } from './wire.ts'

export const beaconPrefix = '/beacon/'

export type BeaconNeeds = {
  switches: SwitchBoard
  pause: (ms: number) => Promise<void>
  /** The shop's clock, so that a demo's past has its rounds at their times. */
  now: () => Date
}

const { shortSignatures } = bls12_381
const sha256 = (bytes: Uint8Array) => Uint8Array.from(createHash('sha256').update(bytes).digest())
const order = bls12_381.fields.Fr.ORDER
const secret = bytesOfHex(
  (BigInt(`0x${hexOf(sha256(utf8('qura sandbox beacon')))}`) % order)
    .toString(16)
    .padStart(64, '0'),
)

export function beaconApi({ switches, pause, now }: BeaconNeeds): Handler {
  return async (incoming) => {
    const { slowMs, isDown, isLying } = switches.now().beacon
    if (slowMs > 0) await pause(slowMs)
    if (isDown) return refusal(503, 'down', 'The beacon is down.')
    const failure = switches.nextFailure('beacon')
    if (failure === 'timeout') return 'silence'
    if (failure !== null) return textAnswer(200, '<html>', 'text/html')
    return answerTo(incoming, { isLying, now: ahead(now(), switches) })
  }
}

/** For shops whose clock the sandbox does not know. */
function ahead(now: Date, switches: SwitchBoard): string {
  return new Date(now.getTime() + switches.now().beacon.aheadSeconds * 1000).toISOString()
}

type Mood = { isLying: boolean; now: string }

function answerTo({ method, path }: Incoming, mood: Mood): Answer {
  const [chainHash, ...call] = path.slice(beaconPrefix.length).split('/')
  if (method !== 'GET') return refusal(405, 'method_not_allowed', 'Beacons are only read.')
  if (chainHash !== sandboxBeacon.chainHash)
    return refusal(404, 'unknown_chain', 'There is no such chain here.')
  if (call.join('/') === 'info') return jsonAnswer(200, infoOf(sandboxBeacon))
  if (call.length !== 2 || call[0] !== 'public')
    return refusal(404, 'not_found', 'There is nothing here.')
  return roundAnswer(call[1] ?? '', mood)
}

function roundAnswer(which: string, { isLying, now }: Mood): Answer {
  const latest = latestRoundAt(sandboxBeacon, now)
  const round = which === 'latest' ? latest : Number(which)
  if (which !== 'latest' && !/^[1-9]\d{0,14}$/.test(which))
    return refusal(400, 'bad_round', 'Rounds are whole numbers.')
  if (round > latest) return refusal(425, 'too_early', 'This round has not come yet.')
  const signature = signed(isLying ? round + 1 : round)
  return jsonAnswer(200, { round, randomness: randomnessOf(signature, sha256), signature })
}

/** What `/info` of a drand relay says. */
const infoOf = ({ chainHash, publicKey, groupHash, genesisTime, periodSeconds }: BeaconChain) => ({
  public_key: publicKey,
  period: periodSeconds,
  genesis_time: genesisTime,
  hash: chainHash,
  groupHash,
  schemeID: 'bls-unchained-g1-rfc9380',
  metadata: { beaconID: 'quicknet', note: 'sandbox: everybody knows the secret of this chain' },
})

function signed(round: number): string {
  const point = shortSignatures.hash(roundMessage(round, sha256))
  return hexOf(shortSignatures.sign(point, secret).toBytes())
}
