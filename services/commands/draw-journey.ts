// What has become of a prize since its draw: facts of the log and rows beside it, in one order.
import type { LiveDraw } from '../contract/draws.ts'
import type { DrawFacts } from './draw-facts.ts'
import type { Claim } from './draw-rows.ts'

type Entry = LiveDraw['journey'][number]

/** Oldest first; empty before the result. */
export function journeyOf(
  { result, journey }: Pick<DrawFacts, 'result' | 'journey'>,
  claims: readonly Pick<Claim, 'place' | 'announcedAt' | 'checkedAt'>[],
): Entry[] {
  const plain = { reason: null, evidence: null, evidenceSha256: null }
  const [first] = result?.numbers ?? []
  if (result === null || first === undefined) return []
  const prize = { place: 0, number: padded(first) }
  const facts = journey.map(({ kind, at, place, number, ...rest }): Entry => {
    return {
      kind,
      at,
      place,
      number: padded(number),
      reason: 'reason' in rest ? rest.reason : null,
      evidence: 'evidence' in rest ? rest.evidence : null,
      evidenceSha256: 'evidenceSha256' in rest ? rest.evidenceSha256 : null,
    }
  })
  const checks = claims.flatMap(({ place, checkedAt }): Entry[] => {
    if (checkedAt === null) return []
    const number = padded(numberOfPlace({ result, journey }, place))
    return [{ kind: 'identity_checked', at: checkedAt.toISOString(), place, number, ...plain }]
  })
  const publishedAt = announcedAt(claims, 0)
  return [
    { kind: 'drawn', at: result.at, ...prize, ...plain },
    ...(publishedAt === null
      ? []
      : [{ kind: 'published' as const, at: publishedAt, ...prize, ...plain }]),
    ...checks.reduce(withCheck, facts),
  ]
}

/**
 * Facts stand as their log has them, with the times of the process; rows have those of PostgreSQL.
 * So the check of a holder's papers goes between his promotion and what became of his prize, and
 * only among those by its time.
 */
function withCheck(facts: readonly Entry[], check: Entry): Entry[] {
  const isOf = (...kinds: Entry['kind'][]) =>
    facts.findIndex(({ kind, place }) => place === check.place && kinds.includes(kind))
  const ended = isOf('forfeited', 'delivered')
  const from = isOf('promoted') + 1
  const to = ended === -1 ? facts.length : ended
  const later = facts.slice(from, to).findIndex(({ at }) => at > check.at)
  return facts.toSpliced(later === -1 ? to : from + later, 0, check)
}

export const announcedAt = (claims: readonly Pick<Claim, 'place' | 'announcedAt'>[], at: number) =>
  claims.find(({ place }) => place === at)?.announcedAt.toISOString() ?? null

export const padded = (number: number) => String(number).padStart(6, '0')

function numberOfPlace({ result, journey }: Pick<DrawFacts, 'result' | 'journey'>, place: number) {
  const promoted = journey.find((entry) => entry.place === place)
  return promoted?.number ?? result?.numbers[place] ?? 0
}
