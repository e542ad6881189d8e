// The draw as everybody may watch it: from its log, and from what may be shown of the rows beside.
import { parseEntropy } from '#events/draw/entropy.ts'
import { decimalOf } from '#events/kernel/money.ts'
import { claimDeadline, inputsDeadline, quorumDeadline } from '#events/raffle/draw-times.ts'
import { rafflePhase } from '#events/raffle/phase.ts'

import type { Catalogue } from '../catalogue.ts'
import type { DrawStageName, LiveDraw } from '../contract/draws.ts'
import { imagePath } from '../contract/shared.ts'
import type { Quorum } from '../ledger/ledger.ts'
import { sealTree, type SealTree } from './draw-acts.ts'
import { sizeThrough, type DrawFacts, type DrawNow } from './draw-facts.ts'
import { announcedAt, journeyOf, padded } from './draw-journey.ts'
import type { DrawNeeds } from './draw-needs.ts'
import { resultOf } from './draw-result.ts'
import { readClaims, readSession, type Claim, type DrawSession } from './draw-rows.ts'
import { stepsOf } from './draw-steps.ts'
import { readDraw } from './draw-facts.ts'
import type { RaffleId } from '#events/kernel/ids.ts'

export type LiveNeeds = DrawNeeds & { catalogue: Pick<Catalogue, 'raffle'> }

/** Everything a view of the draw is made of, read once. */
export type DrawView = {
  now: DrawNow
  at: string
  session: DrawSession | null
  claims: Claim[]
  seal: SealTree | null
  sealQuorum: Quorum | null
  inputsQuorum: Quorum | null
}

export async function readView(needs: LiveNeeds, raffleId: RaffleId): Promise<DrawView> {
  const now = await readDraw(needs, raffleId)
  const { current, drawId, published } = now
  const [session, claims] = await Promise.all([
    readSession(needs.database, drawId),
    readClaims(needs.database, drawId),
  ])
  const quorum = (fact: { leafIndex: number } | null | undefined) =>
    fact ? needs.ledger.quorumAt(published.origin, sizeThrough(fact)) : null
  return {
    now,
    at: needs.now().toISOString(),
    session,
    claims,
    seal: current === null ? null : await sealTree(needs, now, current),
    sealQuorum: await quorum(current?.seal),
    inputsQuorum: await quorum(current?.seed),
  }
}

export async function readLiveDraw(needs: LiveNeeds, raffleId: RaffleId): Promise<LiveDraw> {
  return liveDrawOf(needs, await readView(needs, raffleId))
}

export function liveDrawOf(needs: LiveNeeds, view: DrawView): LiveDraw {
  const { now, at, session, seal, claims } = view
  const { current } = now
  const mode = current?.seal.mode ?? session?.mode ?? now.raffle.terms.mode
  return {
    now: at,
    raffle: raffleOf(needs, view),
    drawId: current?.drawId ?? now.draws.at(-1)?.drawId ?? null,
    stage: stageOf(now),
    mode,
    assurance: ({ beacon: 'A', local: 'B', physical: 'C' } as const)[mode],
    drawAt: current?.seal.drawAt ?? session?.drawAt?.toISOString() ?? null,
    place: session?.place ?? null,
    streamUrl: session?.streamUrl ?? null,
    witnesses: (session?.witnesses ?? []).map(({ title, office }) => ({ title, office })),
    steps: stepsOf(stepFacts(view), needs),
    seal: current === null || seal === null ? null : sealOf(current, seal),
    sealQuorum: quorumOf(view.sealQuorum, current === null ? null : quorumDeadline(current.seal)),
    round: current === null ? null : roundOf(needs, now, current),
    entropy: current === null ? null : entropyOf(current),
    seed: seedOf(current),
    inputsQuorum: quorumOf(
      view.inputsQuorum,
      current === null ? null : inputsDeadline(current.seal),
    ),
    beacon: beaconOf(current),
    result: current === null || seal === null ? null : shownResult(now, current, seal),
    publishedAt: announcedAt(claims, 0),
    winner: winnerOf(now, claims),
    journey: current === null ? [] : journeyOf(current, claims),
    earlier: now.draws.flatMap(earlierOf),
  }
}

export const stepFacts = ({ now, at, session, claims, ...view }: DrawView) => ({
  now,
  at,
  session,
  claims,
  sealCosignedAt: view.sealQuorum?.reachedAt?.toISOString() ?? null,
  inputsCosignedAt: view.inputsQuorum?.reachedAt?.toISOString() ?? null,
})

export function raffleOf(
  { catalogue }: Pick<LiveNeeds, 'catalogue'>,
  { now, at }: Pick<DrawView, 'now' | 'at'>,
): LiveDraw['raffle'] {
  const { raffle, published, raffleId } = now
  const shown = catalogue.raffle(raffleId)
  const { opensAt, closesAt, ticketsMax, prize, prizeValueCents } = raffle.terms
  const status = raffle.status === 'cancelled' ? 'cancelled' : isDrawn(now) ? 'completed' : 'active'
  const figures = { status, opensAt, closesAt, ticketsMax, issued: raffle.issued } as const
  return {
    id: raffleId,
    raffleNumber: published.raffleNumber,
    name: shown?.name ?? prize,
    image: imagePath(shown?.image ?? null),
    prize,
    value: decimalOf(prizeValueCents),
    licenceNumber: published.licenceNumber,
    licenceAuthority: published.licenceAuthority ?? null,
    licenceDate: published.licenceDate ?? null,
    phase: rafflePhase({ ...figures, isFrozen: raffle.draw !== null }, at),
    closesAt,
    issuedCount: raffle.issued,
    voids: raffle.voids.map(([first, last]): [number, number] => [first, last]),
    origin: published.origin,
    environment: published.environment,
    operatorCommit: published.operatorCommit,
    alternates: published.alternates,
  }
}

const isDrawn = ({ current }: DrawNow) => current !== null && current.result !== null

export function stageOf({ raffle }: DrawNow): DrawStageName {
  return raffle.draw?.stage ?? 'announced'
}

function sealOf({ drawId, seal }: DrawFacts, { size, root, body }: SealTree) {
  const { at, leafIndex, issuedCount, validCount, voids, registerRoot } = seal
  const { latestRound, latestRandomness } = seal
  const counts = { issuedCount, validCount, voids, registerRoot, latestRound, latestRandomness }
  return { drawId, at, leafIndex, size, root, body, ...counts }
}

function quorumOf(quorum: Quorum | null, deadline: string | null): LiveDraw['sealQuorum'] {
  if (quorum === null) return null
  return {
    required: quorum.needed,
    witnesses: quorum.witnesses.map(({ name, at }) => ({ name, at: at?.toISOString() ?? null })),
    reachedAt: quorum.reachedAt?.toISOString() ?? null,
    deadline,
  }
}

function roundOf({ beacon }: LiveNeeds, { published }: DrawNow, { seal }: DrawFacts) {
  if (seal.mode !== 'beacon') return null
  const { genesisTime, periodSeconds, chainHash } = beacon.chain
  return {
    chainHash: seal.drandChainHash,
    publicKey: published.drandPublicKey,
    isSandbox: beacon.isSandbox && chainHash === seal.drandChainHash,
    round: seal.round,
    at: seal.roundAt,
    genesisTime,
    periodSeconds,
  }
}

function entropyOf({ entropy }: DrawFacts): LiveDraw['entropy'] {
  if (entropy === null) return null
  const parsed = parseEntropy(entropy.entropy)
  const { at, leafIndex, representative, signature } = entropy
  return {
    text: entropy.entropy,
    values: [...(parsed?.values ?? [])],
    isSimulated: parsed?.isSimulated ?? false,
    at,
    leafIndex,
    representative: { ...representative, signature: signature ?? null },
  }
}

function seedOf(current: DrawFacts | null): LiveDraw['seed'] {
  if (current === null || current.seed === null) return null
  const { seed, at, leafIndex, source } = current.seed
  return { seed, at, leafIndex, source }
}

function beaconOf(current: DrawFacts | null): LiveDraw['beacon'] {
  if (current === null || current.beacon === null) return null
  const { round, signature, randomness, at, leafIndex } = current.beacon
  return { round, signature, randomness, at, leafIndex }
}

function shownResult(now: DrawNow, current: DrawFacts, seal: SealTree): LiveDraw['result'] {
  if (current.result === null) return null
  const { at, leafIndex, prk, numbers, softwareSha256 } = current.result
  const derived = resultOf(now, current, seal)
  return {
    at,
    leafIndex,
    prk,
    numbers: numbers.map(padded),
    steps: derived.steps.map((step, place) => ({
      ...step,
      word: String(step.word),
      number: padded(derived.numbers[place] ?? 0),
    })),
    transcriptSha256: derived.transcriptSha256,
    softwareSha256,
  }
}

function winnerOf({ raffle, current }: DrawNow, claims: readonly Claim[]): LiveDraw['winner'] {
  const holder = current === null ? null : (raffle.draw?.holder ?? null)
  if (holder === null) return null
  const announced = announcedAt(claims, holder.place)
  return {
    number: padded(holder.number),
    place: holder.place,
    state: holder.state,
    name: claims.find(({ place }) => place === holder.place)?.shownName ?? null,
    claimUntil: announced === null ? null : claimDeadline(announced),
  }
}

function earlierOf({ drawId, seal, stop, result }: DrawFacts): LiveDraw['earlier'] {
  if (stop === null) return []
  return [
    {
      drawId,
      stage: stop.kind,
      sealedAt: seal.at,
      endedAt: stop.at,
      cause: stop.cause,
      isCountersigned: stop.signature !== undefined || stop.paperSha256 !== undefined,
      numbers: (result?.numbers ?? []).map(padded),
    },
  ]
}
