// Frauds by calling a raffle off: against the rule that was published for too few tickets without
// the representative's word, and once somebody could know who wins.
import { annulMessage, cancelMessage } from '../../../draw/representative.ts'
import { hexOf, utf8 } from '../../../kernel/bytes.ts'
import { sha256 } from '../../../testing/hashes.ts'
import { log as logKey, raffleId, representative, signedBy } from '../keys.ts'
import type { Plan } from '../plan.ts'
import { appendSteps, atOf, endWith, insertAfter, rewrite, type Fraud } from './fraud.ts'

// Nothing is drawn after a cancellation, so that the checks of a draw are not green either.
const cancelled = { family: 'order of events', check: 'o', isHidden: false } as const

export const tooFew = { cause: 'under_sold' }

/** 296 of its tickets are valid: one too few. */
export function sellTooFew(plan: Plan, underSold: 'extend' | 'draw' | 'refund' = 'draw'): void {
  rewrite(plan, 'published', () => ({ ticketsMin: 297, underSold }))
}

type Cancelling = { data: object; after: string; seconds?: number }

/** So many seconds after this step, with this in the entry; and nothing follows. */
export function cancel(plan: Plan, { data, after, seconds = 60 }: Cancelling): void {
  endWith(plan, after)
  const at = atOf(plan, after, seconds)
  appendSteps(plan, { name: 'cancelled', at, type: 'RaffleCancelled', make: () => data })
}

type Countersigning = { by: typeof representative; raffleId: string; cause: string }

/** For want of buyers; what stands under it may be by another hand, or under other words. */
export function countersigned({ by = representative, ...words }: Partial<Countersigning> = {}) {
  const message = cancelMessage({ raffleId, ...tooFew, ...words })
  return { ...tooFew, signature: signedBy(by, message) }
}

function cancelTooFew(plan: Plan, data: object): void {
  sellTooFew(plan)
  cancel(plan, { after: 'closed', data })
}

type Amending = { after: string; field: string; value: string }

export function amend(plan: Plan, { after, field, value }: Amending): void {
  const valueSha256 = hexOf(sha256(utf8(value)))
  insertAfter(plan, after, {
    name: 'amended',
    at: atOf(plan, after),
    type: 'RaffleAmended',
    make: () => ({ field, value, valueSha256, cause: 'edited' }),
  })
}

export const cancellationFrauds: readonly Fraud[] = [
  {
    ...cancelled,
    name: 'a raffle that was to be drawn whatever is sold is called off by the operator alone',
    plan: (plan) => cancelTooFew(plan, tooFew),
  },
  {
    ...cancelled,
    name: 'a raffle that was to be extended is called off after its end, for another reason',
    plan: (plan) => {
      sellTooFew(plan, 'extend')
      cancel(plan, { after: 'closed', data: { cause: 'licence' } })
    },
  },
  {
    ...cancelled,
    name: 'a raffle is called off for too few tickets while it still sells',
    plan: (plan) => {
      sellTooFew(plan)
      cancel(plan, { after: 'sale 70', data: tooFew })
    },
  },
  {
    ...cancelled,
    name: 'the representative’s countersignature of a cancellation is by another key',
    plan: (plan) => cancelTooFew(plan, countersigned({ by: logKey })),
  },
  {
    ...cancelled,
    name: 'the representative has signed the cancellation of another raffle',
    plan: (plan) => cancelTooFew(plan, countersigned({ raffleId: raffleId.replace(/^0f/, '0e') })),
  },
  {
    ...cancelled,
    name: 'the representative has signed a cancellation for another reason',
    plan: (plan) => cancelTooFew(plan, countersigned({ cause: 'authority' })),
  },
  {
    ...cancelled,
    name: 'what the representative signed to annul a draw stands under a cancellation',
    plan: (plan) => {
      const message = annulMessage({ drawId: `${raffleId}/D1`, sealBody: '', ...tooFew })
      cancelTooFew(plan, { ...tooFew, signature: signedBy(representative, message) })
    },
  },
  {
    ...cancelled,
    name: 'the minimum is lowered after a sale, so that nobody has to be asked',
    check: 'h',
    plan: (plan) => {
      cancelTooFew(plan, tooFew)
      amend(plan, { after: 'sale 90', field: 'ticketsMin', value: '10' })
    },
  },
  {
    ...cancelled,
    name: 'the rule for too few tickets becomes another one',
    check: 'h',
    plan: (plan) => {
      cancelTooFew(plan, tooFew)
      amend(plan, { after: 'published', field: 'underSold', value: 'refund' })
    },
  },
  {
    ...cancelled,
    name: 'a raffle is called off when the round of its draw is known',
    plan: (plan) => cancel(plan, { after: 'seed 1', seconds: 12 * 60, data: { cause: 'licence' } }),
  },
]
