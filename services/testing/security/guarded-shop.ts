// The whole shop with its strict limits, behind one proxy that names the client's address: each
// browser of these tests has an address of its own, as people have. The log is kept for reading.
import type { ApiAnswer, ApiClient } from '../api-client.ts'
import { openRunningShop } from '../running-service.ts'
import type { RunningOptions, RunningShop } from '../running-service.ts'

export type GuardedShop = RunningShop & {
  /** With an address nobody has had before, or the one that is given. */
  browser: (address?: string) => ApiClient
  /** The code of the newest text to this phone, from the sandbox's inbox. */
  codeFor: (phone: string) => Promise<string>
  customer: (phone?: string) => Promise<Customer>
  buy: (browser: ApiClient, productId: string, change?: object) => Promise<ApiAnswer>
  /** What must not have changed when nothing happened. */
  recorded: () => Promise<unknown>
  /** A figure of the private listener, zero when it was never counted. */
  metric: (line: RegExp) => Promise<number>
}

export type Customer = { browser: ApiClient; id: string; phone: string }

export const buyer = {
  shippingMethod: 'pickup',
  paymentMethod: 'whishpay',
  customerName: 'Maya Haddad',
  customerEmail: 'maya@example.com',
  customerPhone: '+96170123456',
}

export async function openGuardedShop(
  env: Record<string, string> = {},
  options: Omit<RunningOptions, 'env'> = {},
): Promise<GuardedShop> {
  const shop = await openRunningShop({
    ...options,
    env: { LIMITS: 'strict', TRUST_PROXY: '1', ...env },
  })
  const browser = (address = freshAddress()) =>
    shop.client({ headers: { 'X-Forwarded-For': address } })

  const codeFor = async (phone: string) => {
    const inbox = await fetch(`${shop.sandboxUrl}/messages?to=${encodeURIComponent(phone)}`)
    const { messages } = (await inbox.json()) as { messages: { code: string | null }[] }
    const code = messages.find((message) => message.code !== null)?.code
    if (code == null) throw new Error('no code was sent')
    return code
  }

  return {
    ...shop,
    browser,
    codeFor,
    async customer(phone = freshPhone()) {
      const client = browser()
      await client.post('/api/auth/send-otp', { phone })
      const proof = { phone, code: await codeFor(phone), fullName: 'Test Person' }
      const { status, body } = await client.post('/api/auth/verify-otp', proof)
      if (status !== 200) throw new Error(`signing in failed: ${status}`)
      return { browser: client, id: body.user.id, phone }
    },
    buy: (client, productId, change = {}) =>
      client.post('/api/purchases', {
        ...buyer,
        items: [{ productId, quantity: 1, variantId: null }],
        ...change,
      }),
    recorded: () => recorded(shop),
    async metric(line) {
      const { host, port } = shop.config.metrics
      const text = await (await fetch(`http://${host}:${port}/metrics`)).text()
      return Number(
        text
          .split('\n')
          .find((one) => line.test(one))
          ?.split(' ')
          .at(-1) ?? 0,
      )
    },
  }
}

/** That somebody took a file of personal data is noted, and changes nothing he could read. */
const unchanging = [
  'people',
  'order_contacts',
  'payment_attempts',
  // Receipts and notices are sent by workers, whenever they get to it.
  `messages where purpose = 'sign_in_code'`,
  `audit_details where act not like '% exported'`,
]

async function recorded({ test }: RunningShop): Promise<unknown> {
  // A file that is taken is a fact itself, though it was only a read.
  const { rows: heads } = await test.owner.query(`
    select log_id, head - (select count(*) from events as fact
                            where fact.log_id = logs.log_id and type = 'StaffActed'
                              and payload like '%\\_exported"%') as head
      from logs order by log_id`)
  const counts = unchanging.map(async (table) => {
    const { rows } = await test.owner.query<{ n: number }>(`select count(*) as n from ${table}`)
    return [table, rows[0]?.n]
  })
  return { heads, counts: await Promise.all(counts) }
}

let addresses = 0
export function freshAddress(): string {
  addresses += 1
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
}

let phones = 0
/** Far from its neighbours and each in a range of its own, so that no range is limited. */
export function freshPhone(): string {
  phones += 1
  return `+96176${String((phones * 10_007 + 100_000) % 1_000_000).padStart(6, '0')}`
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

export async function timed(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await act()
  return performance.now() - startedAt
}
