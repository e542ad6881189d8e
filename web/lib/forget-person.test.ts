import { QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'

import { forgetPerson } from './forget-person.ts'
import { createQueryClient } from './query-client.ts'

const personal = [
  ['/api/account'],
  ['/api/account/security'],
  ['/api/account/sessions'],
  ['/api/account/alerts'],
  ['/api/orders', 'an order'],
  ['/api/users', 'maya', 'purchases'],
  ['typed', 'orders'],
  ['typed notes', 'rana', 'a paper'],
]
const everybodys = [['/api/raffles'], ['/api/draws', 'a raffle'], ['/api/auth/me']]

it('forgets what one person alone may read, and nothing else', () => {
  const client = createQueryClient()
  for (const queryKey of [...personal, ...everybodys]) client.setQueryData(queryKey, 'read')
  forgetPerson(client)
  expect(personal.map((queryKey) => client.getQueryData(queryKey) ?? null)).toEqual(
    personal.map(() => null),
  )
  expect(everybodys.map((queryKey) => client.getQueryData(queryKey))).toEqual(
    everybodys.map(() => 'read'),
  )
})

it('empties what a page shows this moment, which may read it anew', async () => {
  const client = createQueryClient()
  const queryKey = ['/api/orders', 'an order']
  let reader = 'Maya'
  const order = new QueryObserver(client, { queryKey, queryFn: async () => `read by ${reader}` })
  const leave = order.subscribe(() => {})
  await expect.poll(() => order.getCurrentResult().data).toBe('read by Maya')

  reader = 'Karim'
  forgetPerson(client)
  expect(order.getCurrentResult().data).toBeUndefined()
  await client.refetchQueries({ queryKey: ['/api/orders'], type: 'active' })
  expect(order.getCurrentResult().data).toBe('read by Karim')
  leave()
})
