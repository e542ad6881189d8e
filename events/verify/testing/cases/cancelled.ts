// Raffles that were called off, by their rule or with the representative's word.
import type { Case } from '../cases.ts'
import { amend, cancel, countersigned, sellTooFew, tooFew } from '../frauds/cancellations.ts'
import { atOf, insertAfter, removeSteps } from '../frauds/fraud.ts'
import { log as logKey } from '../keys.ts'
import type { Plan } from '../plan.ts'
import { local, noWitnesses } from './draws.ts'

const licence = { cause: 'licence' }
const paperSha256 = 'ef'.repeat(32)

function cancelTooFew(plan: Plan, data: object): void {
  sellTooFew(plan)
  cancel(plan, { after: 'closed', data })
}

/** A minute after the published end, which nobody has noted; for another reason. */
function cancelPastEnd(plan: Plan): void {
  sellTooFew(plan)
  removeSteps(plan, 'closed')
  cancel(plan, { after: 'voided', seconds: 56 * 60, data: licence })
}

const lastDay = '2026-01-31T21:59:59.999Z'

export const cancelled: Readonly<Record<string, Case>> = {
  'an under-sold raffle that was cancelled as its rule says': {
    plan: (plan) => {
      sellTooFew(plan, 'refund')
      cancel(plan, { after: 'closed', seconds: 0, data: tooFew })
    },
  },
  'an under-sold raffle that was cancelled against its rule, countersigned': {
    plan: (plan) => cancelTooFew(plan, countersigned()),
  },
  'an under-sold raffle that was cancelled against its rule, on paper': {
    plan: (plan) => cancelTooFew(plan, { ...tooFew, paperSha256 }),
  },
  'an under-sold raffle that was cancelled by a signer who is not known here': {
    plan: (plan) => cancelTooFew(plan, countersigned()),
    input: () => ({ trust: { keys: [logKey.verifierKey] } }),
  },
  'an under-sold raffle that was cancelled before its end for another reason': {
    plan: (plan) => {
      sellTooFew(plan)
      cancel(plan, { after: 'sale 70', data: licence })
    },
  },
  'an under-sold raffle that was cancelled past its end before anybody closed it': {
    plan: cancelPastEnd,
  },
  'an under-sold raffle that was cancelled past an end that had been moved': {
    plan: (plan) => {
      cancelPastEnd(plan)
      insertAfter(plan, 'sale 70', {
        name: 'extended',
        at: atOf(plan, 'sale 70'),
        type: 'RaffleExtended',
        make: () => ({ closesAt: lastDay, cause: 'staff' }),
      })
    },
  },
  'an under-sold raffle that was cancelled past an end that was written otherwise at first': {
    plan: (plan) => {
      cancelPastEnd(plan)
      amend(plan, { after: 'published', field: 'closesAt', value: lastDay })
    },
  },
  'an under-sold raffle that was cancelled past an end that became no time': {
    plan: (plan) => {
      cancelPastEnd(plan)
      amend(plan, { after: 'published', field: 'closesAt', value: 'when the moon is full' })
    },
  },
  'a raffle whose minimum was raised before the first ticket, cancelled for want of it': {
    plan: (plan) => {
      cancel(plan, { after: 'closed', data: tooFew })
      amend(plan, { after: 'published', field: 'ticketsMin', value: '297' })
    },
  },
  'a raffle that was cancelled between its seal and its round': {
    plan: (plan) => cancel(plan, { after: 'seed 1', data: licence }),
  },
  'an under-sold raffle that was cancelled after its seal, countersigned': {
    plan: (plan) => {
      sellTooFew(plan)
      cancel(plan, { after: 'seal 1', data: countersigned() })
    },
  },
  'a raffle that was cancelled after its seal and that nobody witnessed': {
    plan: (plan) => {
      cancel(plan, { after: 'seal 1', data: licence })
      noWitnesses(plan)
    },
  },
  'a raffle without a beacon that was cancelled before its dice': {
    plan: (plan) => {
      local(plan)
      cancel(plan, { after: 'seal 1', data: licence })
    },
  },
  'a raffle without a beacon that was cancelled after its dice': {
    plan: (plan) => {
      local(plan)
      cancel(plan, { after: 'dice 1', data: licence })
    },
  },
  'a raffle that was cancelled after its result': {
    plan: (plan) => cancel(plan, { after: 'result 1', data: licence }),
  },
}
