// What is no fault of the caller's, and may be over in a moment, is told so: a 503 that says when
// to come again. Anything else that fails is ours, and is told to nobody.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import express from 'express'
import { DatabaseError } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { changeRaffleForm } from '../contract/admin-raffles.ts'
import { CommitUnknown, NoConnection } from '../io/database.ts'
import { SignerRefused } from '../ledger/signer.ts'
import { TreeRefused } from '../ledger/tree.ts'
import { openLog } from '../log.ts'
import { problemHandler } from './problem.ts'

let failure: unknown
let origin: string
const app = express()
app.get('/', () => {
  throw failure
})
app.use(problemHandler({ log: openLog({ level: 'silent' }) }))
const server = createServer(app)

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A TCP server's address is never a pipe's name.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const refused = (code: string, severity = 'ERROR') =>
  Object.assign(new DatabaseError('refused', 7, 'error'), { code, severity })
const lost = (code: string) => Object.assign(new Error('lost'), { code })

it.each([
  ['a serialization failure', refused('40001')],
  ['a deadlock', refused('40P01')],
  ['a lock that did not come', refused('55P03')],
  ['a statement that got no time', refused('57014')],
  ['a server that is going down', refused('57P01')],
  ['a server that is coming up', refused('57P03')],
  ['a full disk', refused('53100')],
  ['a server that dies of a full disk', refused('53100', 'PANIC')],
  ['too many connections', refused('53300')],
  ['a standby', refused('25006')],
  ['a disk that fails', refused('58030')],
  ['no server', lost('ECONNREFUSED')],
  ['no server at its socket', Object.assign(lost('ENOENT'), { syscall: 'connect' })],
  ['too many at its socket', Object.assign(lost('EAGAIN'), { syscall: 'connect' })],
  ['a connection that was cut', lost('EPIPE')],
  ['an answer that never came', new Error('Query read timeout')],
  ['no connection that was free', new NoConnection()],
  ['a commit without an answer', new CommitUnknown(new Error('Connection terminated'))],
  ['a log that others were quicker to sign', new SignerRefused('busy', 'shop.example/ledger')],
  ['a rollback that failed, too', new AggregateError([], 'both', { cause: lost('ECONNRESET') })],
])('%s is told as 503, with when to come again', async (_what, error) => {
  failure = error
  const response = await fetch(origin)
  expect(response.status).toBe(503)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await response.json()).toMatchObject({ error: expect.any(String), code: 'busy' })
})

it.each([
  ['a statement that is wrong', refused('42601')],
  ['a file that is not there', Object.assign(lost('ENOENT'), { syscall: 'open' })],
  ['a mistake of ours', new TypeError('undefined is not a function')],
])('%s is told as 500, without saying what', async (_what, error) => {
  failure = error
  const response = await fetch(origin)
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual({ error: expect.any(String), code: 'internal' })
})

it.each(['knows_more', 'sees_a_fork', 'no_record'] as const)(
  'a signer that refuses (%s) is told as 503: what was done is recorded, and a person is asked for',
  async (code) => {
    failure = new SignerRefused(code, 'shop.example/ledger')
    const response = await fetch(origin)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, null])
    const body = (await response.json()) as { code: string; error: string }
    expect(body.code).toBe('log_not_signed')
    expect(body.error).toMatch(/^This is recorded, .* not signed/)
    expect(body.error).not.toContain('shop.example')
  },
)

it.each([
  ['totalTickets', '0', 'must be at least 1'],
  ['totalTickets', '10000001', 'must be at most 10000000'],
  ['totalTickets', 'many', 'must be a whole number'],
  ['name', '', 'must not be empty'],
  ['name', 'n'.repeat(201), 'must have at most 200 characters'],
  ['status', 'asleep', 'is not valid'],
])('a field beyond its bounds is told with the bound: %s %s', async (path, value, message) => {
  failure = changeRaffleForm.safeParse({ [path]: value }).error
  const response = await fetch(origin)
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    error: `Please check ${path}: ${message}`,
    code: 'invalid_request',
    fields: [{ path, message }],
  })
})

it('a log whose entries are others now is told as 503, and not how it was found', async () => {
  failure = new TreeRefused('raffle/1: the entry at position 3 was altered')
  const response = await fetch(origin)
  expect(response.status).toBe(503)
  const body = (await response.json()) as { code: string; error: string }
  expect(body.code).toBe('log_not_signed')
  expect(body.error).not.toContain('altered')
})
