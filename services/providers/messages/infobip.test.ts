import { expect, it } from 'vitest'

import { sandboxDefaults } from '../../sandbox/settings.ts'
import { messageContract } from './contract-suite.ts'
import { infobipGateway } from './infobip.ts'
import { infobipSignature } from './signatures.ts'

const { apiKey } = sandboxDefaults.infobip
const key = 'a key of our own'
const olderKey = 'the one before'

messageContract('Infobip', {
  gateway: ({ sandbox, shopOrigin }, totalTimeoutMs = 8_000) =>
    infobipGateway({
      baseUrl: `${sandbox.url}/infobip`,
      apiKey,
      sender: 'Qura',
      report: { url: `${shopOrigin}/api/infobip/callback`, keys: [key] },
      totalTimeoutMs,
    }),
})

const { readReports } = infobipGateway({
  baseUrl: 'https://x.api.infobip.com',
  apiKey,
  sender: 'Qura',
  report: { url: 'https://shop.example/api/infobip/callback', keys: [key, olderKey] },
})

const heard = (id: string, results: readonly object[], signedBy = key) =>
  readReports?.({
    query: { id, sig: infobipSignature(signedBy, id) },
    headers: {},
    body: Buffer.from(JSON.stringify({ results })),
  })

const result = (messageId: string, groupName: string) => ({ messageId, status: { groupName } })

it('believes a signed address about its own text alone', () =>
  expect(heard('one', [result('one', 'DELIVERED'), result('other', 'REJECTED')])).toEqual([
    { gatewayId: 'infobip:one', state: 'delivered', failure: null },
  ]))

it('believes an address that an older key has signed, and none of a strange one', () => {
  expect(heard('one', [result('one', 'DELIVERED')], olderKey)).toHaveLength(1)
  expect(heard('one', [result('one', 'DELIVERED')], 'a strange one')).toBeNull()
})

it.each([
  ['PENDING', []],
  ['UNDELIVERABLE', ['failed']],
  ['EXPIRED', ['failed']],
  ['a new word', []],
])('reads %s as %j', (word, states) =>
  expect(heard('one', [result('one', word)])?.map(({ state }) => state)).toEqual(states),
)

it('reads no report in a body that is none', () =>
  expect(
    readReports?.({
      query: { id: 'one', sig: infobipSignature(key, 'one') },
      headers: {},
      body: Buffer.from('<html>'),
    }),
  ).toEqual([]))
