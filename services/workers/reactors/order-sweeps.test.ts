import { expect, it } from 'vitest'

import type { OrderDesk } from '../../commands/order-desk.ts'
import { orderSweeps } from './order-sweeps.ts'

/** A sweep of payments that never run out, and how many pages of them it takes. */
async function pagesTaken(isStopping: (pages: number) => boolean): Promise<number> {
  let pages = 0
  const sweeps = new Map<string, () => Promise<void>>()
  const needs = {
    desk: {} as OrderDesk, // payments are the watch's
    watch: { checkDue: async () => ++pages },
    isStopping: () => isStopping(pages),
  }
  orderSweeps({ sweep: (name, _everyMs, act) => void sweeps.set(name, act) }, needs)
  await sweeps.get('payments')?.()
  return pages
}

it('a sweep works a backlog off, page by page, and leaves some for its next turn', async () => {
  expect(await pagesTaken(() => false)).toBe(50)
})

it('a sweep ends with its page when the service is to end', async () => {
  expect(await pagesTaken((pages) => pages >= 3)).toBe(3)
})
