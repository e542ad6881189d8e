// Facts of a draw as tests write them, on a chain of round numbers: round 1 at genesis, one every
// three seconds.
import type { DrawEvent } from '../raffle/draw-state.ts'
import type { RecordBeacon, RevealSeed, SealEntropy, SealRegister } from '../raffle/draw.ts'
import type { BeaconChain } from '../ledger/beacon.ts'
import { sha } from './raffles.ts'

type FactOf<Type extends DrawEvent['type']> = Extract<DrawEvent, { type: Type }>

/** Just after the settlement window of `closesAt`. */
export const sealedAt = '2026-11-30T22:30:00.000Z'
export const settlesAt = '2026-11-30T22:29:59.999Z'
/** T, and the time of the round, which comes at the same second. */
export const drawAt = '2026-11-30T22:45:00.000Z'
export const quorumBy = '2026-11-30T22:35:00.000Z'
export const inputsBy = '2026-11-30T22:43:00.000Z'
export const drawId = 'aa000000-0000-4000-8000-000000000001/D1'
export const nextDrawId = 'aa000000-0000-4000-8000-000000000001/D2'
export const dice = `D6:${'3 1 6 2 5 '.repeat(4).trim()}`

export const chain: BeaconChain = {
  chainHash: sha,
  publicKey: 'ab'.repeat(96),
  groupHash: sha,
  genesisTime: Date.parse('2026-11-30T22:00:00.000Z') / 1000,
  periodSeconds: 3,
}
/** Round 1 at 22:00, so 900 periods later at 22:45. */
export const round = 901

export const sealRegister = (change: Partial<SealRegister> = {}) => ({
  type: 'SealRegister' as const,
  now: sealedAt,
  drawId,
  held: 0,
  mode: 'beacon' as const,
  drawAt,
  settlesAt,
  register: { issuedCount: 10, voids: [], validCount: 10, root: sha },
  beacon: { chain, latestRound: 601, latestRandomness: sha },
  ...change,
})

export const registerSealed = (
  change: Partial<FactOf<'RegisterSealed'>['data']> = {},
): FactOf<'RegisterSealed'> => ({
  type: 'RegisterSealed',
  data: {
    drawId,
    issuedCount: 10,
    voids: [],
    validCount: 10,
    registerRoot: sha,
    drandChainHash: sha,
    round,
    drawAt,
    roundAt: drawAt,
    latestRound: 601,
    latestRandomness: sha,
    mode: 'beacon',
    ...change,
  },
})

const zeros = '00'.repeat(32)
export const sealedWithoutBeacon = (mode: 'local' | 'physical') =>
  registerSealed({
    mode,
    drandChainHash: zeros,
    round: 0,
    latestRound: 0,
    latestRandomness: zeros,
  })

export const entropySealed = (entropy = dice): FactOf<'EntropySealed'> => ({
  type: 'EntropySealed',
  data: {
    drawId,
    entropy,
    sealSize: 5,
    sealRoot: sha,
    representative: { office: 'Lottery Directorate', keyId: null },
  },
})

export const revealed: FactOf<'OperatorRevealed'> = {
  type: 'OperatorRevealed',
  data: { drawId, seed: '01'.repeat(32), source: 'operator' },
}

export const beaconRecorded: FactOf<'BeaconRecorded'> = {
  type: 'BeaconRecorded',
  data: { drawId, drandChainHash: sha, round, signature: 'ab'.repeat(48), randomness: sha },
}

export const drawn = (numbers = [5, 3, 8, 1]): FactOf<'DrawCompleted'> => ({
  type: 'DrawCompleted',
  data: { drawId, prk: sha, numbers, softwareSha256: sha },
})

export const postponed = (change: Partial<FactOf<'DrawPostponed'>['data']> = {}) =>
  ({
    type: 'DrawPostponed',
    data: { drawId, cause: 'quorum_late', ...change },
  }) satisfies FactOf<'DrawPostponed'>

export const annulled = {
  type: 'DrawAnnulled',
  data: { drawId, cause: 'register_error', paperSha256: sha },
} satisfies FactOf<'DrawAnnulled'>

export const sealEntropy = (change: Partial<SealEntropy> = {}) => ({
  type: 'SealEntropy' as const,
  now: quorumBy,
  drawId,
  entropy: dice,
  sealSize: 5,
  sealRoot: sha,
  sealCosignedAt: sealedAt,
  representative: { office: 'Lottery Directorate', keyId: null },
  signature: null,
  ...change,
})

export const revealSeed = (change: Partial<RevealSeed> = {}) => ({
  type: 'RevealSeed' as const,
  now: quorumBy,
  drawId,
  seed: '01'.repeat(32),
  commit: sha,
  source: 'operator' as const,
  ...change,
})

export const recordBeacon = (change: Partial<RecordBeacon> = {}) => ({
  type: 'RecordBeacon' as const,
  now: drawAt,
  drawId,
  chainHash: sha,
  round,
  signature: 'ab'.repeat(48),
  randomness: sha,
  inputsCosignedAt: inputsBy,
  ...change,
})

export const completeDraw = (
  numbers = [5, 3, 8, 1],
  inputsCosignedAt: string | null = inputsBy,
) => ({
  type: 'CompleteDraw' as const,
  now: drawAt,
  drawId,
  prk: sha,
  numbers,
  softwareSha256: sha,
  inputsCosignedAt,
})
