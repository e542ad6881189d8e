import { expect, it } from 'vitest'

import { sandboxDefaults } from '../../sandbox/settings.ts'
import { messageContract } from './contract-suite.ts'
import { metaSignature } from './signatures.ts'
import { folded, whatsappGateway } from './whatsapp.ts'

const { phoneNumberId, token, appSecret } = sandboxDefaults.whatsapp
const templates = { codeTemplate: 'login_code', noticeTemplate: 'shop_notice' }

messageContract('WhatsApp', {
  gateway: ({ sandbox }, totalTimeoutMs = 8_000) =>
    whatsappGateway({
      baseUrl: `${sandbox.url}/whatsapp/v23.0`,
      phoneNumberId,
      token,
      appSecret,
      ...templates,
      totalTimeoutMs,
    }),
  shown: folded,
})

const { readReports } = whatsappGateway({
  baseUrl: 'https://graph.facebook.com/v23.0',
  phoneNumberId,
  token,
  appSecret,
  ...templates,
})

const heard = (statuses: readonly object[]) => {
  const body = Buffer.from(JSON.stringify({ entry: [{ changes: [{ value: { statuses } }] }] }))
  const headers = { 'x-hub-signature-256': metaSignature(appSecret, body) }
  return readReports?.({ query: {}, headers, body })
}

it('hears of many texts in one call, and leaves out what is only on its way', () =>
  expect(
    heard([
      { id: 'wamid.1', status: 'read' },
      { id: 'wamid.2', status: 'accepted' },
      { id: 'wamid.3', status: 'failed', errors: [{ code: 131_026 }] },
    ]),
  ).toEqual([
    { gatewayId: 'whatsapp:wamid.1', state: 'delivered', failure: null },
    { gatewayId: 'whatsapp:wamid.3', state: 'failed', failure: '131026' },
  ]))

it('signs as Meta does: the known answer', () =>
  expect(metaSignature('key', 'The quick brown fox jumps over the lazy dog')).toBe(
    'sha256=f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8',
  ))

it('cuts what is longer than a parameter may be, but never the link at its end', () => {
  const link = 'https://shop.example/o/7K3M9Pabcdefghijklmnopqrst'
  const cut = folded(`Your tickets:\n${'A trip: 000001-000006\n'.repeat(100)}${link}`)
  expect(cut).toHaveLength(1_024)
  expect(cut).toMatch(/^Your tickets: A trip: 000001-000006 A trip/)
  expect(cut.endsWith(` ${link}`)).toBe(true)
  expect(folded('x'.repeat(2_000))).toBe('x'.repeat(1_024))
  expect(folded(`Paid:\n\n${link}`)).toBe(`Paid: ${link}`)
})
