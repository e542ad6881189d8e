import { MutationObserver, QueryObserver } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'

import { ApiError } from './http.ts'
import { createQueryClient } from './query-client.ts'

const me = ['/api/auth/me']

function whoKnowsWhoIsHere(): QueryClient {
  const client = createQueryClient()
  client.setQueryData(me, { user: { id: 'owner' } })
  return client
}

const refusal = (status: number) => async (): Promise<never> => {
  throw new ApiError(status, '{}')
}

const read = (client: QueryClient, queryKey: string[], status: number) =>
  client.query({ queryKey, queryFn: refusal(status) }).catch(() => {})

const press = (client: QueryClient, status: number) =>
  new MutationObserver(client, { mutationFn: refusal(status) }).mutate().catch(() => {})

const isAskedAnew = (client: QueryClient) => client.getQueryState(me)?.isInvalidated

it('asks anew who is signed in when something read says that nobody is', async () => {
  const client = whoKnowsWhoIsHere()
  await read(client, ['/api/admin/orders'], 401)
  expect(isAskedAnew(client)).toBe(true)
})

it('asks anew who is signed in when something pressed says that nobody is', async () => {
  const client = whoKnowsWhoIsHere()
  await press(client, 401)
  expect(isAskedAnew(client)).toBe(true)
})

it('believes what it knows when something failed or is not allowed', async () => {
  const client = whoKnowsWhoIsHere()
  for (const status of [403, 404, 500]) {
    await read(client, ['/api/admin/orders'], status)
    await press(client, status)
  }
  expect(isAskedAnew(client)).toBe(false)
})

it('does not ask again and again when the question itself is refused', async () => {
  const client = createQueryClient()
  let asked = 0
  const queryFn = async () => {
    asked += 1
    if (asked < 4) throw new ApiError(401, '{}')
    return { user: null }
  }
  const leave = new QueryObserver(client, { queryKey: me, queryFn }).subscribe(() => {})
  await expect.poll(() => client.getQueryState(me)?.fetchStatus).toBe('idle')
  leave()
  expect(asked).toBe(1)
})
