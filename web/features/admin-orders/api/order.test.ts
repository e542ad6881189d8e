import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'

import { isOfDesks } from './order.ts'

it('an act at an order makes old whatever was read of the desks, and no more', async () => {
  const client = new QueryClient()
  const ofDesks = [
    ['/api/admin/fulfilment', 'list', { stage: 'to_prepare' }, 20],
    ['/api/admin/fulfilment', 'pick-list'],
    ['/api/admin/money', 'differences', 'statement-1'],
    ['/api/admin/money/refunds', 'list', {}, 20],
    ['/api/admin/attention', 'counts'],
  ]
  const others = [['/api/admin/raffles', 'list', {}, 20], ['/api/auth/me'], ['draw terms', 'r-1']]
  for (const key of [...ofDesks, ...others]) client.setQueryData(key, {})

  await client.invalidateQueries({ predicate: isOfDesks })

  const isOld = (key: unknown[]) => client.getQueryState(key)?.isInvalidated
  expect(ofDesks.map(isOld)).toEqual(ofDesks.map(() => true))
  expect(others.map(isOld)).toEqual(others.map(() => false))
})
