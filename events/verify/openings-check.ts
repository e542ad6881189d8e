// (p): with openings, which only an auditor is given: holder and order are the ones that the leaf
// committed to, and the order entitles to that many tickets.
import { bytesOfHex } from '../kernel/bytes.ts'
import { parseCanonicalJson } from '../ledger/canonical-json.ts'
import { holderCommit, orderCommit } from '../ledger/commitments.ts'

import { isObject } from './entry.ts'
import type { Crypto, Opening } from './needs.ts'
import type { Judge } from './report.ts'
import type { Issue } from './story.ts'

export type OpeningNeeds = {
  judge: Judge
  crypto: Crypto
  /** The sales that the openings speak of. */
  issues: ReadonlyMap<number, Issue>
  /** Tickets one phone may hold; 0 means no limit. */
  ticketsPerPersonMax: number
}

export function checkOpenings(needs: OpeningNeeds, openings: readonly Opening[]): void {
  const { judge, issues, ticketsPerPersonMax } = needs
  const ticketsOfPhone = new Map<string, number>()
  for (const opening of openings) {
    const issue = issues.get(opening.index)
    if (issue === undefined) {
      judge.examined('p')
      judge.fail('p', 'no_such_sale', { index: opening.index })
      continue
    }
    const tickets = issue.last - issue.first + 1
    checkOrder(needs, opening, issue, tickets)
    const phone = checkHolder(needs, opening, issue)
    if (phone !== null) ticketsOfPhone.set(phone, (ticketsOfPhone.get(phone) ?? 0) + tickets)
  }
  if (ticketsPerPersonMax === 0) return
  for (const tickets of ticketsOfPhone.values())
    if (tickets > ticketsPerPersonMax)
      judge.fail('p', 'too_many_for_one', { tickets, max: ticketsPerPersonMax })
}

function checkOrder(
  { judge, crypto }: OpeningNeeds,
  { index, orderSalt, orderText }: Opening,
  issue: Issue,
  tickets: number,
): void {
  if (orderSalt === null || orderText === null) return judge.note('p', 'erased')
  judge.examined('p')
  if (commitOf(orderCommit, orderSalt, orderText, crypto) !== issue.orderCommit)
    return judge.fail('p', 'order_opens_nothing', { index })
  const summary = read(orderText)
  if (summary === null) return judge.fail('p', 'order_malformed', { index })
  const { quantity, ticketsPerUnit } = summary
  if (
    ticketsPerUnit !== issue.ticketsPerUnit ||
    Number(quantity) * issue.ticketsPerUnit !== tickets
  )
    judge.fail('p', 'order_entitles_to_other', { index, tickets })
}

/** The phone, by which tickets of one person are counted. */
function checkHolder(
  { judge, crypto }: OpeningNeeds,
  { index, holderSalt, holderText }: Opening,
  issue: Issue,
): string | null {
  if (holderSalt === null || holderText === null) {
    judge.note('p', 'erased')
    return null
  }
  judge.examined('p')
  if (commitOf(holderCommit, holderSalt, holderText, crypto) !== issue.holderCommit) {
    judge.fail('p', 'holder_opens_nothing', { index })
    return null
  }
  const holder = read(holderText)
  if (typeof holder?.phone === 'string') return holder.phone
  judge.fail('p', 'holder_malformed', { index })
  return null
}

function commitOf(
  commit: typeof holderCommit,
  salt: string,
  text: string,
  { sha256 }: Crypto,
): string | null {
  return /^[0-9a-f]{64}$/.test(salt) ? commit(bytesOfHex(salt), text, sha256) : null
}

function read(text: string) {
  try {
    const value = parseCanonicalJson(text)
    return isObject(value) ? value : null
  } catch {
    return null // not canonical: reported by who called
  }
}
