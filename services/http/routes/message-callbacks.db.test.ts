// Texts through the sandbox's gateways, and their reports back to the shop, over real HTTP.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { sendMessage } from '../../commands/send-message.ts'
import { sendCode } from '../../commands/sign-in.ts'
import { newId } from '../../ids.ts'
import type { MessageGateways, Reporter } from '../../message-gateways.ts'
import { infobipGateway } from '../../providers/messages/infobip.ts'
import type { MessageGateway } from '../../providers/messages/port.ts'
import {
  infobipSignature,
  metaSignature,
  twilioSignature,
} from '../../providers/messages/signatures.ts'
import { twilioGateway } from '../../providers/messages/twilio.ts'
import { twoChannels } from '../../providers/messages/two-channels.ts'
import { whatsappGateway } from '../../providers/messages/whatsapp.ts'
import { startSandbox } from '../../sandbox/sandbox.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { sandboxDefaults } from '../../sandbox/settings.ts'
import type { SwitchesChange } from '../../sandbox/switches.ts'
import { openTestShop } from '../../testing/shop-rig.ts'
import type { TestShop } from '../../testing/shop-rig.ts'
import { messageCallbackRoutes } from './message-callbacks.ts'

const { twilio, infobip, whatsapp } = sandboxDefaults
const verifyToken = 'a token of sixteen characters'
const key = 'a key of our own'

let shop: TestShop
let sandbox: Sandbox
let gateways: Record<Reporter, MessageGateway>
const readers: Partial<Record<Reporter, MessageGateways['readers'][Reporter]>> = {}

beforeAll(async () => {
  shop = await openTestShop({
    moreRoutes: ({ db, limits }) => [
      messageCallbackRoutes({
        database: db.database,
        readers: readers as MessageGateways['readers'], // filled before the first call
        whatsappVerifyToken: verifyToken,
        limits,
        log: { warn: () => {} },
      }),
    ],
  })
  sandbox = await startSandbox({ port: 0, host: '127.0.0.1', shopOrigin: shop.origin })
  const authToken = twilio.authToken
  gateways = {
    twilio: twilioGateway({
      baseUrl: `${sandbox.url}/twilio`,
      accountSid: twilio.accountSid,
      user: twilio.accountSid,
      password: authToken,
      sender: 'Qura',
      status: { url: addressOf('twilio'), authToken },
    }),
    infobip: infobipGateway({
      baseUrl: `${sandbox.url}/infobip`,
      apiKey: infobip.apiKey,
      sender: 'Qura',
      report: { url: addressOf('infobip'), keys: [key] },
    }),
    whatsapp: whatsappGateway({
      ...whatsapp,
      baseUrl: `${sandbox.url}/whatsapp/v23.0`,
      codeTemplate: 'login_code',
      noticeTemplate: 'shop_notice',
    }),
  }
  for (const [name, { readReports }] of Object.entries(gateways))
    Object.assign(readers, { [name]: readReports })
})
afterAll(async () => {
  await sandbox.stop()
  await shop.close()
})

const addressOf = (reporter: Reporter) => `${shop.origin}/api/${reporter}/callback`

it.each<[Reporter, string, string, SwitchesChange['callbacks']]>([
  ['twilio', '+96170123456', 'delivered', null],
  ['twilio', '+96170000003', 'failed', null],
  ['infobip', '+96170123456', 'delivered', null],
  ['infobip', '+96170000003', 'failed', { copies: 3 }],
  ['whatsapp', '+96170123456', 'delivered', { copies: 3, isReordered: true }],
  // What WhatsApp cannot deliver waits for its turn by SMS.
  ['whatsapp', '+96170000003', 'waiting', { copies: 3 }],
])('%s: a text to %s is %s in the end', async (reporter, to, state, callbacks) => {
  await switchOn({ callbacks })
  const ref = await send(reporter, to)
  await expect.poll(() => stateOf(ref), { timeout: 10_000 }).toBe(state)
})

describe('a sign-in code over WhatsApp', () => {
  beforeEach(() => switchOn({ callbacks: null }))

  it('goes by SMS after one that WhatsApp could not deliver, and so does the next', async () => {
    const phone = '+96170000003'
    const first = await code(phone)
    expect(first).toMatch(/^whatsapp:/)
    await expect.poll(() => stateOfId(first), { timeout: 10_000 }).toBe('failed')
    await age(phone, '2 days')
    expect(await code(phone)).toMatch(/^twilio:/)
    await age(phone, '2 days')
    expect(await code(phone)).toMatch(/^twilio:/)
  })

  it('goes by SMS when it is asked for again within ten minutes, and not later', async () => {
    const phone = '+96170123457'
    expect(await code(phone)).toMatch(/^whatsapp:/)
    await age(phone, '2 minutes')
    expect(await code(phone)).toMatch(/^twilio:/)
    await age(phone, '11 minutes')
    expect(await code(phone)).toMatch(/^whatsapp:/)
  })

  it('goes over WhatsApp again when the one before was used', async () => {
    const phone = '+96170123458'
    await code(phone)
    await age(phone, '2 minutes')
    await shop.db.owner.query('update sign_in_codes set used_at = clock_now() where phone = $1', [
      phone,
    ])
    expect(await code(phone)).toMatch(/^whatsapp:/)
  })

  /** The id under which a gateway has taken the next code. */
  async function code(phone: string): Promise<string> {
    let ref = ''
    await sendCode(
      {
        database: shop.db.database,
        store: shop.store,
        codeKeys: [Buffer.alloc(32, 3)],
        sendMessage: (message) => {
          ref = message.ref
          const gateway = twoChannels(gateways.whatsapp, gateways.twilio)
          return sendMessage({ ...textNeeds(), gateway }, message)
        },
      },
      { phone, sessionId: newId<string>(), language: 'en' },
    )
    return gatewayIdOf(ref)
  }

  const age = (phone: string, by: string) =>
    shop.db.owner.query(
      'update sign_in_codes set created_at = created_at - $2::interval where phone = $1',
      [phone, by],
    )

  const stateOfId = async (gatewayId: string) =>
    (await shop.db.owner.query('select state from messages where gateway_id = $1', [gatewayId]))
      .rows[0]?.state
})

it('changes nothing for whoever does not sign', async () => {
  await switchOn({ callbacks: { copies: 0 } })
  const ref = await send('twilio', '+96170123456')
  const gatewayId = await gatewayIdOf(ref)
  const sid = gatewayId.replace('twilio:', '')
  const form = new URLSearchParams({ MessageSid: sid, MessageStatus: 'failed' })
  const forged = [
    await post('twilio', form.toString(), { 'x-twilio-signature': 'x' }),
    await post('twilio', form.toString(), {
      'x-twilio-signature': twilioSignature(
        { url: addressOf('twilio'), authToken: 'another token' },
        form,
      ),
    }),
    await post('infobip', JSON.stringify({ results: [] }), {}),
    await post('whatsapp', '{}', { 'x-hub-signature-256': metaSignature('other', '{}') }),
  ]
  expect(forged).toEqual([403, 403, 403, 403])
  expect(await stateOf(ref)).toBe('sent')
})

it('takes a signed report of a text that nobody knows, of nonsense, and of a NUL', async () => {
  const signed = (body: string) =>
    post('whatsapp', body, { 'x-hub-signature-256': metaSignature(whatsapp.appSecret, body) })
  const statuses = [
    { id: 'wamid.\0', status: 'delivered' },
    { id: 'nobody', status: 'sent' },
  ]
  const unknown = JSON.stringify({ entry: [{ changes: [{ value: { statuses } }] }] })
  expect([await signed(unknown), await signed('[]'), await signed('{"a":')]).toEqual([
    200, 200, 200,
  ])
})

it('takes whatever is signed and is no report, and keeps nothing of it', async () => {
  const reported = async () => {
    const { rows } = await shop.db.owner.query(`
      select gateway_id, state from message_reports
       where gateway_id not in (select gateway_id from messages where gateway_id is not null)
       order by 1`)
    return rows
  }
  const before = await reported()
  const statuses: number[] = []
  for (const body of oddReports) {
    const [form, sha256] = [new URLSearchParams(body), metaSignature(whatsapp.appSecret, body)]
    const address = { url: addressOf('twilio'), authToken: twilio.authToken }
    const query = `?id=1&sig=${infobipSignature(key, '1')}`
    statuses.push(
      await post('twilio', body, { 'x-twilio-signature': twilioSignature(address, form) }),
      await post('whatsapp', body, { 'x-hub-signature-256': sha256 }),
      await post('infobip', body, {}, query),
    )
  }
  expect([...new Set(statuses)]).toEqual([200])
  expect(await reported()).toEqual(before)
})

const oddReports = [
  'null',
  '1',
  '"x"',
  '{"entry":null,"results":null}',
  '{"entry":[null],"results":[null]}',
  '{"entry":[{"changes":[{"value":{"statuses":[{"id":1,"status":{}}]}}]}],"results":[{}]}',
  '{"results":[{"messageId":"\\u0000","status":{"groupName":"DELIVERED"}}]}',
  '{"results":[{"messageId":"1","status":{"groupName":"__proto__"}}]}',
  '{"results":[{"messageId":"1","status":{"groupName":"REJECTED"},"error":{"name":"\\u0000"}}]}',
  '{"__proto__":{"results":[]},"constructor":1}',
  '['.repeat(20_000),
  'MessageSid=%00&MessageStatus=delivered',
  'MessageSid=%ff&MessageStatus=constructor&ErrorCode=%00',
  `MessageSid=${'x'.repeat(3_000)}&MessageStatus=failed`,
]

it.each([
  [`hub.mode=subscribe&hub.verify_token=${verifyToken}&hub.challenge=1158201444`, 200],
  ['hub.mode=subscribe&hub.verify_token=other&hub.challenge=1158201444', 403],
  [`hub.mode=other&hub.verify_token=${verifyToken}&hub.challenge=1158201444`, 403],
  [`hub.mode=subscribe&hub.verify_token=${verifyToken}&hub.challenge=<script>`, 403],
])('answers the handshake %s with %i', async (query, status) => {
  const answer = await fetch(`${addressOf('whatsapp')}?${query}`)
  expect(answer.status).toBe(status)
  if (status === 200) {
    expect(await answer.text()).toBe('1158201444')
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
  }
})

async function switchOn({ callbacks }: Pick<SwitchesChange, 'callbacks'>): Promise<void> {
  const body = JSON.stringify({ callbacks: null })
  await fetch(`${sandbox.url}/switches`, { method: 'POST', body })
  await fetch(`${sandbox.url}/switches`, { method: 'POST', body: JSON.stringify({ callbacks }) })
}

const textNeeds = () => ({
  database: shop.db.database,
  now: shop.clock.now,
  log: { warn: () => {} },
})

async function send(reporter: Reporter, to: string): Promise<string> {
  const ref = `test:${newId<string>()}`
  await sendMessage(
    { ...textNeeds(), gateway: gateways[reporter] },
    { to, text: 'Your order is ready.\nThank you', ref, purpose: 'notice' },
  )
  return ref
}

async function post(reporter: Reporter, body: string, headers: Record<string, string>, query = '') {
  const type = reporter === 'twilio' ? 'application/x-www-form-urlencoded' : 'application/json'
  const answer = await fetch(`${addressOf(reporter)}${query}`, {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body,
  })
  return answer.status
}

const rowOf = async (ref: string) =>
  (
    await shop.db.database.query<{ state: string; gateway_id: string }>(
      'select state, gateway_id from messages where ref = $1',
      [ref],
    )
  ).rows[0]

const stateOf = async (ref: string) => (await rowOf(ref))?.state
const gatewayIdOf = async (ref: string) => (await rowOf(ref))?.gateway_id ?? ''
