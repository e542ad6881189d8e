// A new APP_SECRET with the one before it beside it (docs/security.md, K29): what the shop has
// signed or sealed before still opens, and what can be moved no longer hangs on the older one.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { moveClock } from '../../clock.ts'
import { customerFactorNote } from '../../commands/customer-factors.ts'
import { orderLinks } from '../../commands/order-link.ts'
import { beginTotp, confirmTotp, proveByCode } from '../../commands/second-factor.ts'
import type { FactorNeeds } from '../../commands/second-factor.ts'
import { makeCode } from '../../commands/sign-in-codes.ts'
import { whishCallbackUrls } from '../../providers/payments/whish-callback.ts'
import { bytesOf, loadSecrets, textOf } from '../../secrets.ts'
import type { Secrets } from '../../secrets.ts'
import { codeOfApp, fromBase32 } from '../code-app.ts'
import { freshPhone, openGuardedShop } from './guarded-shop.ts'
import type { Customer, GuardedShop } from './guarded-shop.ts'

const BEFORE = 'older-Yh7dK2pQz9wX4vB6nM1cR8tL3sF5gJ0a'
const NOW = 'newer-Qm4xT8rW2kP6zV0bN5hD9sL1fG7jC3ya'
const STRANGE = 'other-Kd8sV3nQ7mX1zR5tB9wL2cP6hF4gJ0ya'

let shop: GuardedShop
let productId: string
let older: Secrets
let strange: Secrets
beforeAll(async () => {
  shop = await openGuardedShop({ APP_SECRET: NOW, APP_SECRET_PREVIOUS: BEFORE })
  const only = (current: string) =>
    loadSecrets({ ...shop.config, secrets: { current, previous: null } })
  older = await only(BEFORE)
  strange = await only(STRANGE)
  ;({ productId } = await shop.sell({ name: 'Watch', totalTickets: 500 }))
}, 120_000)
afterAll(() => shop.stop())

const sessionOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }

describe('K29 what was signed before', () => {
  it('K29 links of an order that were sent before still open it', async () => {
    const { body } = await shop.buy(shop.browser(), productId)
    const reference = await vi.waitFor(async () => {
      const { rows } = await shop.test.owner.query<{ reference: string }>(
        'select reference from order_status where order_id = $1',
        [body.id],
      )
      return rows[0]!.reference
    })
    const statuses = async (secrets: Secrets) => {
      const { publicOrigin } = shop.config.http
      const links = orderLinks({ secrets: bytesOf(secrets.keys('links')), publicOrigin })
      const order = { orderId: body.id, generation: 0 }
      const urls = [links.pageUrl(order), links.shortUrl(order, reference)]
      const answers = await Promise.all(urls.map((url) => fetch(url, { redirect: 'manual' })))
      return answers.map(({ status }) => status)
    }
    expect(await statuses(older)).toEqual([303, 303])
    expect(await statuses(strange)).toEqual([404, 404])
  })

  it('K29 the callback of a payment that was begun before is believed', async () => {
    const { publicOrigin } = shop.config.http
    const { body } = await shop.buy(shop.browser(), productId)
    const attempts = await shop.test.owner.query<{ ref: string }>(
      'select ref from payment_attempts where order_id = $1',
      [body.id],
    )
    const { ref } = attempts.rows[0]!
    for (const secrets of [strange, older]) {
      const [key] = textOf(secrets.keys('callbacks'))
      const { pathname, search } = new URL(whishCallbackUrls({ publicOrigin, ref, key }).success)
      expect((await shop.browser().get(pathname + search)).status).toBe(200)
    }
    const { rows } = await shop.test.owner.query(
      'select is_authentic from provider_callbacks where attempt_ref = $1 order by 1',
      [ref],
    )
    expect(rows.map((row) => row.is_authentic)).toEqual([false, true])
  })

  it('K29 a code by SMS that was sent before signs in', async () => {
    const browser = shop.browser()
    await shop.buy(browser, productId)
    const { sid: sessionId } = sessionOf(browser.cookies.get('qura_session') ?? '')
    const phone = freshPhone()
    const codeKeys = bytesOf(older.keys('codes'))
    const { database } = shop.service.core
    const { code } = await makeCode({ database, codeKeys }, { phone, sessionId })
    const proof = { phone, code, fullName: 'Test Person' }
    expect((await browser.post('/api/auth/verify-otp', proof)).status).toBe(200)
  })
})

describe('K29 what was sealed before', () => {
  const now = async () => {
    const { rows } = await shop.test.owner.query<{ now: Date }>('select clock_now() as now')
    return rows[0]?.now ?? new Date()
  }
  /** Codes are used up: the clock goes on to the next one. */
  const nextCode = async (secret: Buffer) => {
    await moveClock(shop.test.owner, new Date((await now()).getTime() + 31_000))
    await shop.service.core.clock.sync()
    return codeOfApp(secret, await now())
  }

  const under = (secrets: Secrets): FactorNeeds => ({
    database: shop.service.core.database,
    codeKeys: bytesOf(secrets.keys('codes')),
    factorKeys: secrets.keys('factors'),
    now: shop.service.core.clock.now,
    shopName: 'Qura',
  })

  type WithApp = Customer & { secret: Buffer; recoveryCodes: string[] }

  /** Set up while the older secret was the only one. */
  async function withApp(): Promise<WithApp> {
    const customer = await shop.customer()
    const { id: personId, phone } = customer
    const begun = await beginTotp(under(older), { personId, account: phone })
    const secret = fromBase32(begun.secret)
    const { recoveryCodes } = await confirmTotp(under(older), {
      personId,
      code: codeOfApp(secret, await now()),
      note: customerFactorNote(shop.service.core, { personId }),
    })
    return { ...customer, secret, recoveryCodes }
  }

  const prove = async ({ browser }: Customer, code: string | undefined) => {
    const { status, body } = await browser.post('/api/account/security/proof', { code })
    return [status, body.code]
  }
  const sweep = () => shop.service.workers.sweeps.now('code-apps')
  const kidOf = async ({ id }: Customer) => {
    const { rows } = await shop.test.owner.query<{ kid: string }>(
      'select key_id as kid from staff_totp where person_id = $1',
      [id],
    )
    return rows[0]?.kid
  }

  it('K29 a code app opens, is sealed anew, and then needs the new secret alone', async () => {
    const customer = await withApp()
    expect(await prove(customer, await nextCode(customer.secret))).toEqual([200, undefined])
    expect(await kidOf(customer)).toBe(older.keys('factors')[0].kid)

    await sweep()
    const { secrets, store } = shop.service.core
    const [key] = secrets.keys('factors')
    expect(await kidOf(customer)).toBe(key.kid)
    await proveByCode(
      { ...under(secrets), factorKeys: [key] },
      {
        personId: customer.id,
        code: await nextCode(customer.secret),
        note: customerFactorNote({ store }, { personId: customer.id }),
      },
    )
    expect(await prove(customer, customer.recoveryCodes[0])).toEqual([200, undefined])
  })

  it('K29 one whose secret was taken out too soon is refused in words, and told of', async () => {
    const customer = await withApp()
    await shop.test.owner.query(`update staff_totp set key_id = 'deadbeef' where person_id = $1`, [
      customer.id,
    ])
    const code = await nextCode(customer.secret)
    expect(await prove(customer, code)).toEqual([409, 'factor_unreadable'])
    await sweep()
    expect(shop.logged()).toContain('code apps lie under a secret that is not here')
    expect(await prove(customer, customer.recoveryCodes[0])).toEqual([200, undefined])
  })
})
