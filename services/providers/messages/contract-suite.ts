// What every message gateway must do, told over its real wire against the sandbox.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { SandboxHarness } from '../../testing/sandbox.ts'
import { openSandboxHarness } from '../../testing/sandbox.ts'
import type { Message, MessageGateway, RawReport } from './port.ts'

export type GatewayCase = {
  gateway: (harness: SandboxHarness, totalTimeoutMs?: number) => MessageGateway
  /** What the phone shows of a text; left out: every character of it. */
  shown?: (text: string) => string
  /** Where a channel has addresses instead of phones. */
  people?: typeof phones
}

const phones = {
  to: '+96170123456',
  bad_number: '+96170000001',
  blocked: '+96170000002',
  limit: '+96170000004',
}

export function messageContract(
  name: string,
  { gateway, shown = (text) => text, people = phones }: GatewayCase,
): void {
  const { to, ...refused } = people
  describe(name, () => {
    let harness: SandboxHarness
    const inboxOf = async (phone: string) => {
      const response = await fetch(
        `${harness.sandbox.url}/messages?to=${encodeURIComponent(phone)}`,
      )
      return ((await response.json()) as { messages: Record<string, unknown>[] }).messages
    }
    beforeAll(async () => {
      harness = await openSandboxHarness()
    })
    beforeEach(async () => {
      await harness.reset()
      await fetch(`${harness.sandbox.url}/messages`, { method: 'DELETE' })
    })
    afterAll(() => harness.stop())

    it('brings every character of a text to the phone', async () => {
      const text = 'رمزك "483920" — \\n new\nline & {{ref}} </text> \u0001 100%'
      const sent = await gateway(harness).send(messageTo(to, { text, purpose: 'notice' }))
      expect(sent).toMatchObject({ kind: 'queued', gatewayId: expect.stringMatching(/./) })
      expect(await inboxOf(to)).toMatchObject([{ to, text: shown(text) }])
    })

    it('brings a sign-in code to the phone', async () => {
      await gateway(harness).send(messageTo(to))
      expect(await inboxOf(to)).toMatchObject([{ to, code: '483920' }])
    })

    it('rejects by the reason: bad number, blocked, too many', async () => {
      for (const [reason, phone] of Object.entries(refused))
        expect(await gateway(harness).send(messageTo(phone))).toEqual({ kind: 'rejected', reason })
    })

    it('says that a gateway that is down took nothing', async () => {
      await harness.switchOn({ messages: { isDown: true } })
      const sent = await gateway(harness).send(messageTo(to))
      expect(sent).toEqual({ kind: 'rejected', reason: 'temporary' })
      expect(await inboxOf(to)).toEqual([])
    })

    it.each([true, false])(
      'throws on silence, and sends once (arrived: %s)',
      async (isWorkDone) => {
        await harness.switchOn({ messages: { timeoutRate: 1, isWorkDone } })
        const sending = gateway(harness, 200).send(messageTo(to))
        await expect(sending).rejects.toMatchObject({ name: 'ProviderOutage', outcome: 'unknown' })
        expect(await inboxOf(to)).toHaveLength(isWorkDone ? 1 : 0)
      },
    )

    if (gateway(closed).readReports !== undefined)
      it('reports what became of a text, and believes nothing that was changed', async () => {
        const { send, readReports } = gateway(harness)
        const fates = [
          [to, 'delivered'],
          ['+96170000003', 'failed'],
        ] as const
        for (const [phone, state] of fates) {
          harness.received.length = 0
          const sent = await send(messageTo(phone))
          const gatewayId = sent.kind === 'queued' ? sent.gatewayId : null
          const last = () => readReports?.(harness.received.at(-1) ?? nothing)?.at(-1)
          await expect.poll(last, { timeout: 10_000 }).toMatchObject({ gatewayId, state })
          const heard = harness.received.at(-1) ?? nothing
          expect(readReports?.(changed(heard)) ?? null, 'changed').toBeNull()
          expect(readReports?.({ ...heard, query: {}, headers: {} }), 'unsigned').toBeNull()
        }
      })

    it('puts neither phone nor text into an error', async () => {
      await harness.switchOn({ messages: { timeoutRate: 1 } })
      const error = await gateway(harness, 100)
        .send(messageTo(to))
        .catch((thrown: unknown) => thrown)
      expect(String(error)).not.toMatch(/70123456|483920/)
    })
  })
}

/** Only to see which gateways report: nothing is sent to it. */
const closed = {
  sandbox: { url: 'http://127.0.0.1:9', mailPort: 9 },
  shopOrigin: 'http://127.0.0.1:9',
} as SandboxHarness

const nothing: RawReport = { query: {}, headers: {}, body: Buffer.alloc(0) }

const other = (text: string) => text.replace(/[0-9a-f]{8}/gi, '00000000')

/** Another text's id, wherever the report has it. */
function changed({ query, headers, body }: RawReport): RawReport {
  const changedQuery = query.id === undefined ? query : { ...query, id: other(query.id) }
  return { query: changedQuery, headers, body: Buffer.from(other(body.toString())) }
}

const messageTo = (phone: string, parts: Partial<Message> = {}): Message => ({
  to: phone,
  text: 'Your Qura code is 483920.',
  ref: randomUUID(),
  purpose: 'sign_in_code',
  ...parts,
})
