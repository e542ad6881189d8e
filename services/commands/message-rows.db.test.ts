// Rows of texts whose statement was done and never answered: it is sent again, and must tell its
// own first try from a text that somebody else sends. A gateway that would send a second one shows
// both mistakes, since what it was not asked for no sweep makes good.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'

import { newId } from '../ids.ts'
import { openDatabase } from '../io/database.ts'
import type { Database } from '../io/database.ts'
import type { Message, Sent } from '../providers/messages/port.ts'
import { testDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { openTcpProxy } from '../testing/tcp-proxy.ts'
import type { Fault, TcpProxy } from '../testing/tcp-proxy.ts'
import { messagesTried, openMessageRows, writeMessages } from './message-rows.ts'
import type { MessageRows, MessageToAsk, MessageTried } from './message-rows.ts'
import { sendMessage } from './send-message.ts'

let test: TestDatabase
let proxy: TcpProxy
let database: Database
let messageRows: MessageRows
let asked: string[]

beforeAll(async () => {
  test = await testDatabase()
  const { hostname, port } = new URL(test.url)
  proxy = await openTcpProxy({ host: hostname, port: Number(port) })
  database = openDatabase({ url: proxy.urlOf(test.url), applicationName: 'messages', poolMax: 4 })
})
afterAll(async () => {
  await database.end()
  await proxy.close()
  await test.drop()
})
beforeEach(() => {
  asked = []
  messageRows = openMessageRows(database)
})
afterEach(async () => {
  proxy.plan(null)
  await messageRows.close()
})

const receipt = (): Message => ({
  to: '+96170123456',
  text: 'Your order is paid.',
  ref: `receipt:${newId<string>()}`,
  purpose: 'receipt',
})

/** By a process that hears PostgreSQL through the proxy, or by another one. */
function send(message: Message, by: 'us' | 'another' = 'us') {
  const gateway = {
    channel: 'sms',
    sendsAnew: true,
    async send({ ref }: Message): Promise<Sent> {
      asked.push(ref)
      return { kind: 'queued', gatewayId: null }
    },
  } as const
  const needs = { gateway, now: () => new Date(), log: { warn: () => {} } }
  return by === 'us'
    ? sendMessage({ ...needs, database, messageRows }, message)
    : sendMessage({ ...needs, database: test.database }, message)
}

const planned = (kind: Exclude<Fault['kind'], 'delay'>) =>
  proxy.plan({ when: /write_messages/, fault: { kind } })

it.each(['dropReply', 'dropRequest', 'reset'] as const)(
  'sends each receipt of one moment, once, though their rows are cut off: %s',
  async (kind) => {
    const messages = Array.from({ length: 20 }, receipt)
    const hits = proxy.hits()
    planned(kind)

    const delivered = await Promise.all(messages.map((message) => send(message)))

    expect(proxy.hits()).toBe(hits + 1)
    expect(delivered).toEqual(messages.map(() => 'sent'))
    expect(asked.toSorted()).toEqual(messages.map(({ ref }) => ref).toSorted())
  },
)

it('sends one text for two who ask for it at one moment, though their answer is lost', async () => {
  const message = receipt()
  planned('dropReply')

  expect(await Promise.all([send(message), send(message)])).toEqual(['sent', 'sent_before'])
  expect(asked).toEqual([message.ref])
})

it('takes the row of another process for none of its own', async () => {
  const message = receipt()
  expect(await send(message, 'another')).toBe('sent')
  planned('dropReply')

  expect(await send(message)).toBe('sent_before')
  expect(asked).toEqual([message.ref])
})

it('lets one of two processes at the same moment send it, whoever is cut off', async () => {
  for (let round = 0; round < 20; round++) {
    const message = receipt()
    planned('dropReply')
    const both = await Promise.all([send(message), send(message, 'another')])
    expect(both.toSorted()).toEqual(['sent', 'sent_before'])
  }
  expect(new Set(asked).size).toBe(asked.length)
})

const toAsk = (state: MessageToAsk['state'] = 'unknown'): MessageToAsk => ({
  message: receipt(),
  mark: newId(),
  state,
})

const write = async (text: MessageToAsk) => (await writeMessages(test.database, [text]))[0]

it('knows its own row again, and no other call does', async () => {
  for (const text of [toAsk('unknown'), toAsk('waiting')]) {
    expect(await write(text)).toBe(true)
    expect(await write(text)).toBe(true)
    expect(await write({ ...text, mark: newId() })).toBe(false)
  }
})

const tried = ({ message: { ref } }: MessageToAsk): MessageTried => {
  const nothing = { nextTryAt: null, gatewayId: null, failure: null }
  return { ref, state: 'unknown', ...nothing }
}

it('leaves alone what became of it since', async () => {
  const [told, swept, corrected] = [toAsk(), toAsk('waiting'), toAsk()]
  for (const text of [told, swept, corrected]) await write(text)
  await messagesTried(test.database, [tried(told)])
  await test.owner.query('update messages set tries = 2 where ref = $1', [swept.message.ref])
  await test.owner.query(`update messages set state = 'failed' where ref = $1`, [
    corrected.message.ref,
  ])

  for (const text of [told, swept, corrected]) expect(await write(text)).toBe(false)
})

it('tries no more what was given up while it was asked for', async () => {
  const [waits, went] = [toAsk('waiting'), toAsk()]
  const refs = [waits.message.ref, went.message.ref]
  for (const text of [waits, went]) await write(text)
  await test.owner.query(
    `update messages set state = 'failed', failure = 'order_changed' where ref = any($1)`,
    [refs],
  )
  const nextTryAt = new Date()
  await messagesTried(test.database, [
    { ...tried(waits), state: 'waiting', nextTryAt, failure: 'temporary' },
    { ...tried(went), state: 'sent' },
  ])
  const { rows } = await test.owner.query(
    'select state, failure from messages where ref = any($1) order by state',
    [refs],
  )
  expect(rows).toEqual([
    { state: 'failed', failure: 'order_changed' },
    { state: 'sent', failure: null },
  ])
})
