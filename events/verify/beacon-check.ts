// (l): the beacon's round proves itself, and it is the beacon that was published before any sale.
// The round that a seal knows before it has no proof in the log, and contradicts nothing there.
import { chainHashOf, isRoundSigned, quicknet, randomnessOf } from '../ledger/beacon.ts'
import type { BeaconChain } from '../ledger/beacon.ts'

import type { Fact } from './facts.ts'
import type { Crypto, Trust } from './needs.ts'
import type { Judge } from './report.ts'
import type { Draw } from './story.ts'

export type BeaconNeeds = {
  judge: Judge
  crypto: Crypto
  trust: Trust
  published: Fact<'RafflePublished'>
  /** Null: the published one is not known. */
  chain: BeaconChain | null
}

/**
 * The parameters behind the published chain hash: quicknet's are pinned here; those of any other
 * chain come with the bundle and must hash to it.
 */
export function chainOf(
  published: Fact<'RafflePublished'>,
  brought: unknown,
  { sha256 }: Pick<Crypto, 'sha256'>,
): BeaconChain | null {
  const { drandChainHash, drandPublicKey } = published.data
  const chain = drandChainHash === quicknet.chainHash ? quicknet : readChain(brought)
  if (chain === null || chain.publicKey !== drandPublicKey) return null
  return chainHashOf(chain, sha256) === drandChainHash ? chain : null
}

function readChain(value: unknown): BeaconChain | null {
  if (typeof value !== 'object' || value === null) return null
  const chain = value as Record<keyof BeaconChain, unknown> // each field is looked at below
  const { chainHash, publicKey, groupHash, genesisTime, periodSeconds } = chain
  if (!isHex(chainHash, 32) || !isHex(publicKey, 96) || !isHex(groupHash, 32)) return null
  if (!isWhole(genesisTime) || !isWhole(periodSeconds) || periodSeconds === 0) return null
  return { chainHash, publicKey, groupHash, genesisTime, periodSeconds }
}

const isHex = (value: unknown, bytes: number): value is string =>
  typeof value === 'string' && value.length === bytes * 2 && /^[0-9a-f]*$/.test(value)
const isWhole = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value < 2 ** 32

export function checkBeacon(needs: BeaconNeeds, draw: Draw): void {
  const { judge, published, chain } = needs
  const { seal, beacon } = draw
  const { mode } = seal.data
  if (mode !== 'beacon') {
    // Chosen after dice and seed, it could choose the winner.
    if (beacon !== null) return judge.fail('l', 'beacon_not_in_mode', { index: beacon.index, mode })
    return judge.skip('l', 'no_beacon_in_mode', { mode })
  }
  judge.examined('l')
  if (seal.data.drandChainHash !== published.data.drandChainHash)
    judge.fail('l', 'other_chain', { index: seal.index })
  if (chain === null) judge.fail('l', 'chain_hash_differs')
  else checkChainTrust(needs)
  if (beacon === null) {
    if (draw.ends.length === 0) judge.skip('l', 'round_not_recorded', { round: seal.data.round })
    return
  }
  checkRound(needs, draw, beacon)
}

function checkChainTrust({ judge, trust, published }: BeaconNeeds): void {
  const { drandChainHash, environment } = published.data
  if (trust.beacons.includes(drandChainHash)) return
  if (environment === 'production') judge.fail('l', 'beacon_not_trusted', { drandChainHash })
  else if (trust.sandbox) judge.note('l', 'sandbox_trusted')
  else judge.skip('l', 'sandbox_beacon')
}

function checkRound(
  { judge, crypto, chain }: BeaconNeeds,
  { seal }: Draw,
  { index, at, data }: Fact<'BeaconRecorded'>,
): void {
  const { round, signature, randomness } = data
  if (data.drandChainHash !== seal.data.drandChainHash) judge.fail('l', 'other_chain', { index })
  if (round !== seal.data.round)
    judge.fail('l', 'other_round', { index, round, sealed: seal.data.round })
  if (randomnessOf(signature, crypto.sha256) !== randomness)
    judge.fail('l', 'randomness_differs', { index })
  if (chain === null) return
  const tools = { sha256: crypto.sha256, verifyBls: crypto.verifyBls }
  if (!isRoundSigned(chain, { round, signature }, tools))
    judge.fail('l', 'round_not_signed', { index, round })
  if (round >= 1 && Date.parse(at) / 1000 < roundSeconds(chain, round))
    judge.fail('l', 'round_before_its_time', { index, round })
}

/**
 * A round has one value. Nobody can hash that of the newest round which a seal names; but where the
 * same round of the same chain stands in the log before, as another seal's newest or recorded, it
 * is the same.
 */
export function checkLatestRounds(
  { judge }: Pick<BeaconNeeds, 'judge'>,
  draws: readonly Draw[],
): void {
  const known = new Map<string, { index: number; randomness: string }>()
  for (const { seal, beacon } of draws) {
    if (seal.data.mode !== 'beacon') continue // it names none
    const { index } = seal
    const { drandChainHash, latestRound: round, latestRandomness: randomness } = seal.data
    const before = known.get(`${drandChainHash} ${round}`) ?? { index, randomness }
    if (before.randomness !== randomness)
      judge.fail('l', 'latest_round_differs', { index, round, other: before.index })
    known.set(`${drandChainHash} ${round}`, before)
    if (beacon !== null)
      known.set(`${beacon.data.drandChainHash} ${beacon.data.round}`, {
        index: beacon.index,
        randomness: beacon.data.randomness,
      })
  }
}

/** Unix seconds. */
export function roundSeconds({ genesisTime, periodSeconds }: BeaconChain, round: number): number {
  return genesisTime + (round - 1) * periodSeconds
}
