import { expect, it } from 'vitest'

import { HttpFailure } from '../io/http-client.ts'
import { ProviderOutage, createBreaker } from './breaker.ts'

const unknown = () => Promise.reject(new ProviderOutage('x: HTTP 502', 'unknown'))
const bug = () => Promise.reject(new TypeError('undefined is not a function'))
const down = () => Promise.reject(new HttpFailure('x: connection refused', 'not_sent'))

it('opens when more than half has failed, and then calls nobody', async () => {
  const seen: string[] = []
  const breaker = createBreaker('x', { callsMin: 3, observe: ({ outcome }) => seen.push(outcome) })
  let calls = 0
  for (let tries = 0; tries < 5; tries++)
    await breaker.run(() => (calls++, down())).catch(() => null)
  expect(calls).toBe(3)
  expect(breaker.state()).toBe('open')
  expect(seen).toEqual(['failed', 'failed', 'failed', 'left_alone', 'left_alone'])
})

it('keeps what is known of the outcome', async () => {
  const breaker = createBreaker('x')
  await expect(breaker.run(down)).rejects.toMatchObject({
    name: 'ProviderOutage',
    outcome: 'not_sent',
    cause: { name: 'HttpFailure' },
  })
  await expect(breaker.run(unknown)).rejects.toMatchObject({ outcome: 'unknown' })
})

it('does not count a bug as an outage', async () => {
  const breaker = createBreaker('x', { callsMin: 1 })
  for (let tries = 0; tries < 3; tries++) await expect(breaker.run(bug)).rejects.toThrow(TypeError)
  expect(breaker.state()).toBe('closed')
})

it('stays closed while most calls succeed', async () => {
  const breaker = createBreaker('x')
  for (let tries = 0; tries < 40; tries++)
    await breaker.run(async () => (tries % 3 === 0 ? down() : null)).catch(() => null)
  expect(breaker.state()).toBe('closed')
})
