// Sign-in codes under attack (docs/security.md, K1-K11).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { moveClock } from '../../clock.ts'
import type { ApiClient } from '../api-client.ts'
import { freshAddress, freshPhone, median, openGuardedShop, timed } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'

let shop: GuardedShop
beforeAll(async () => {
  shop = await openGuardedShop()
}, 120_000)
afterAll(() => shop.stop())

const send = (browser: ApiClient, phone: string) => browser.post('/api/auth/send-otp', { phone })
const verify = (browser: ApiClient, phone: string, code: string) =>
  browser.post('/api/auth/verify-otp', { phone, code, fullName: 'Test Person' })
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')

async function asked(phone: string) {
  const browser = shop.browser()
  expect((await send(browser, phone)).status).toBe(200)
  return { browser, code: await shop.codeFor(phone) }
}

/** As if all that was sent so far had been sent longer ago. */
const age = (by: string) =>
  shop.test.owner.query(`update sign_in_codes set created_at = created_at - interval '${by}'`)

/** Codes of others: `count` in the range of this phone, so long ago, `used` of them used. */
const sentBefore = (phone: string, { count = 1, ago = '1 minute', used = 0 }) =>
  shop.test.owner.query(
    `insert into sign_in_codes
       (code_id, phone, prefix, session_id, code_hmac, created_at, expires_at, used_at)
     select gen_random_uuid(), $1 || n, $2, gen_random_uuid(), '', clock_now() - $3::interval,
            clock_now(), case when n <= $5 then clock_now() end
       from generate_series(1, $4::int) as n`,
    [`${phone}x`, phone.slice(0, -4), ago, count, used],
  )
const forgetSent = () => shop.test.owner.query('delete from sign_in_codes')

/** Two hundred numbers over all prefixes; every second one has an account. */
function spreadPhones(): { phone: string; isKnown: boolean }[] {
  return Array.from({ length: 400 }, (_, n) => ({
    phone: `+96171${String(n * 2_411 + 1_000).padStart(6, '0')}`,
    isKnown: n % 2 === 0,
  }))
}

describe('K1 to K4: what a code tells', () => {
  it('K1 send-otp: same answer for known and unknown, medians of 200 within 10 ms', async () => {
    const phones = spreadPhones()
    await shop.test.owner.query(
      `insert into people (person_id, full_name, phone, created_at)
       select gen_random_uuid(), 'Known', phone, clock_now() from unnest($1::text[]) as phone`,
      [phones.filter(({ isKnown }) => isKnown).map(({ phone }) => phone)],
    )
    for (let warm = 0; warm < 20; warm++) await send(shop.browser(), freshPhone())
    const times = { known: [] as number[], unknown: [] as number[] }
    const answers = new Set<string>()
    for (const { phone, isKnown } of phones) {
      const browser = shop.browser()
      const ms = await timed(async () => {
        const { status, bytes } = await send(browser, phone)
        answers.add(`${status} ${bytes.toString()}`)
      })
      times[isKnown ? 'known' : 'unknown'].push(ms)
    }
    expect([...answers]).toEqual(['200 {"sent":true,"resendInSeconds":60,"expiresInSeconds":300}'])
    expect(Math.abs(median(times.known) - median(times.unknown))).toBeLessThan(10)
    await forgetSent()
  }, 180_000)

  it('K2 check-phone: 20 numbers for a browser, none beside those somebody walked', async () => {
    const check = (browser: ApiClient, phone: string) =>
      browser.post('/api/auth/check-phone', { phone })
    const browser = shop.browser()
    for (let n = 0; n < 20; n++) expect((await check(browser, freshPhone())).status).toBe(200)
    expect((await check(browser, freshPhone())).body.code).toBe('too_many_requests')
    const told = shop.logged().split('\n')
    const ofLimit = told.filter((line) => line.includes('"limit":"phoneChecksPerBrowser"'))
    expect(ofLimit.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'warn', refused: 1, message: 'a limit has refused' }),
    ])

    const address = freshAddress()
    const walked = []
    const walk = async (n: number) => check(shop.browser(address), `+9617010020${n}`)
    for (let n = 0; n < 10; n++) walked.push((await walk(n)).status)
    expect(walked).toEqual([...Array<number>(8).fill(200), 429, 429])
    // Asked again, from wherever: a refusal is no try that counts.
    for (const n of [8, 9, 8]) expect((await walk(n)).status).toBe(429)
    const behindTheSameAddress = await check(shop.browser(address), freshPhone())
    expect(behindTheSameAddress.status).toBe(200)
  })

  it('K2 check-phone: 300 an hour for an address, and no row for who is refused', async () => {
    const address = freshAddress()
    const check = () => shop.browser(address).post('/api/auth/check-phone', { phone: freshPhone() })
    const statuses = []
    for (let n = 0; n < 310; n++) statuses.push((await check()).status)
    expect(statuses.slice(0, 300).every((status) => status === 200)).toBe(true)
    expect(statuses.at(-1)).toBe(429)
    const sessions = () => shop.test.owner.query('select count(*) as n from sessions')
    const before = await sessions()
    await check()
    expect((await sessions()).rows).toEqual(before.rows)
  }, 180_000)

  it('K3, K11 six digits, in no answer, no log and no table', async () => {
    const phone = freshPhone()
    const browser = shop.browser()
    const answer = await send(browser, phone)
    const code = await shop.codeFor(phone)
    expect(code).toMatch(/^\d{6}$/)
    const { rows } = await shop.test.owner.query<{ row: string }>(
      `select code::text || message::text as row
         from sign_in_codes as code, messages as message
        where code.phone = $1 and message.to_phone = $1`,
      [phone],
    )
    for (const text of [answer.bytes.toString(), shop.logged(), rows[0]?.row ?? code])
      expect(text).not.toContain(code)
    await verify(browser, phone, code)
    expect(shop.logged()).not.toContain(code)
  })

  it('K4 dies after five minutes of the clock', async () => {
    const phone = freshPhone()
    const { browser, code } = await asked(phone)
    await moveClock(shop.test.owner, new Date(Date.now() + 301_000))
    expect((await verify(browser, phone, code)).body.code).toBe('code_expired')
  })
})

describe('K5 to K7: how often and where a code works', () => {
  it('K5 twenty right tries at once open exactly one session', async () => {
    const phone = freshPhone()
    const { browser, code } = await asked(phone)
    const tries = Array.from({ length: 20 }, () => verify(browser, phone, code))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    const { rows } = await shop.test.owner.query(
      `select from sessions join people using (person_id) where phone = $1`,
      [phone],
    )
    expect(rows).toHaveLength(1)
  })

  it('K6 not in another browser, not for another phone, not the older of two', async () => {
    const phone = freshPhone()
    const { browser, code } = await asked(phone)
    expect((await verify(shop.browser(), phone, code)).body.code).toBe('wrong_code')
    expect((await verify(browser, freshPhone(), code)).body.code).toBe('wrong_code')
    await age('61 seconds')
    await send(browser, phone)
    const newer = await shop.codeFor(phone)
    if (newer !== code) expect((await verify(browser, phone, code)).status).toBe(400)
    expect((await verify(browser, phone, newer)).status).toBe(200)
  })

  it('K7 the fifth wrong try voids it', async () => {
    const phone = freshPhone()
    const { browser, code } = await asked(phone)
    for (let tries = 0; tries < 5; tries++) await verify(browser, phone, otherThan(code))
    expect((await verify(browser, phone, code)).body.code).toBe('wrong_code')
  })
})

describe('K8 to K10: how many', () => {
  it('K8 one a minute, five an hour, ten a day for a phone, from whatever browser', async () => {
    const phone = freshPhone()
    const sends = async () => (await send(shop.browser(), phone)).status
    expect([await sends(), await sends()]).toEqual([200, 429])
    for (let nth = 2; nth <= 5; nth++) {
      await age('61 seconds')
      expect(await sends()).toBe(200)
    }
    await age('61 seconds')
    expect(await sends()).toBe(429)
    await age('1 hour')
    for (let nth = 6; nth <= 10; nth++) {
      expect(await sends()).toBe(200)
      await age('61 seconds')
    }
    await age('1 hour')
    expect(await sends()).toBe(429)
    await age('1 day')
    expect(await sends()).toBe(200)
  })

  it('K8 a hundred wrong codes in a row close the phone, right ones included', async () => {
    const phone = freshPhone()
    for (let nth = 0; nth < 20; nth++) {
      const { browser, code } = await asked(phone)
      for (let tries = 0; tries < 5; tries++) await verify(browser, phone, otherThan(code))
      await age('1 day')
    }
    const { browser, code } = await asked(phone)
    const closed = await verify(browser, phone, code)
    expect([closed.status, closed.body.code]).toEqual([429, 'too_many_requests'])
    expect(closed.body.retryAfterSeconds).toBeGreaterThan(80_000)
    await shop.test.owner.query('delete from wrong_codes')
  }, 180_000)

  it('K8 wrong codes where none was asked for close nobody’s phone', async () => {
    const phone = freshPhone()
    for (let tries = 0; tries < 110; tries++) await verify(shop.browser(), phone, '123456')
    const { browser, code } = await asked(phone)
    expect((await verify(browser, phone, code)).status).toBe(200)
  })

  it('K9 Lebanese mobiles only; 300 an hour for a range; 3,000 for everybody', async () => {
    for (const phone of ['+33612345678', '+9611234567', '+96190123456', '+12025550143'])
      expect((await send(shop.browser(), phone)).body.code).toBe('invalid_request')
    await forgetSent()
    await sentBefore('+96178123456', { count: 299 })
    expect((await send(shop.browser(), '+96178123457')).status).toBe(200)
    expect((await send(shop.browser(), '+96178123458')).status).toBe(429)
    expect((await send(shop.browser(), '+96178993458')).status).toBe(200)

    await sentBefore('+96181000000', { count: 2_700 })
    expect((await send(shop.browser(), freshPhone())).status).toBe(429)
    await forgetSent()
  })

  it('K9 within a day 1,500 for a range, 15,000 for everybody', async () => {
    const earlier = { ago: '5 hours', used: 2_000 }
    await sentBefore('+96178123456', { count: 1_499, ...earlier })
    expect((await send(shop.browser(), '+96178123457')).status).toBe(200)
    expect((await send(shop.browser(), '+96178123458')).status).toBe(429)
    expect((await send(shop.browser(), '+96178993458')).status).toBe(200)

    await sentBefore('+96181000000', { count: 13_500, ...earlier })
    expect((await send(shop.browser(), freshPhone())).status).toBe(429)
    await forgetSent()
  })

  it('K9 a range in which fewer than one code in five is used is stopped', async () => {
    await sentBefore('+96178123456', { count: 50, ago: '20 minutes', used: 9 })
    expect((await send(shop.browser(), '+96178120001')).status).toBe(429)
    await forgetSent()
    await sentBefore('+96178123456', { count: 50, ago: '20 minutes', used: 10 })
    expect((await send(shop.browser(), '+96178120001')).status).toBe(200)
  })

  it('K9 300 an hour for an address; who is refused gets neither text nor session', async () => {
    const address = freshAddress()
    const sendFrom = (from: string) => send(shop.browser(from), freshPhone())
    let sent = 0
    for (let round = 0; round < 31; round++) {
      const tenAtOnce = Array.from({ length: 10 }, () => sendFrom(address))
      for (const { status } of await Promise.all(tenAtOnce)) sent += status === 200 ? 1 : 0
    }
    // A place comes free every twelve seconds.
    expect(sent).toBeGreaterThanOrEqual(300)
    expect(sent).toBeLessThan(310)
    const rows = async () => {
      const counted = `select (select count(*) from sessions) as sessions,
                              (select count(*) from sign_in_codes) as codes`
      return (await shop.test.owner.query(counted)).rows
    }
    let before = await rows()
    let refused = await sendFrom(address)
    while (refused.status === 200) {
      before = await rows()
      refused = await sendFrom(address)
    }
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    expect(await rows()).toEqual(before)
    expect((await sendFrom(freshAddress())).status).toBe(200)
    await forgetSent()
  }, 180_000)

  /** As if others had typed so many wrong codes in this hour. */
  const wrongSoFar = async (count: number) => {
    await shop.test.owner.query('delete from wrong_codes')
    const text = `insert into wrong_codes values (date_trunc('minute', clock_now()), $1)`
    await shop.test.owner.query(text, [count])
  }

  it('K10 a wrong try is one more, and the thousandth leaves the next code one', async () => {
    await wrongSoFar(999)
    const wrongThenRight = async () => {
      const phone = freshPhone()
      const { browser, code } = await asked(phone)
      expect((await verify(browser, phone, otherThan(code))).body.code).toBe('wrong_code')
      return verify(browser, phone, code)
    }
    expect((await wrongThenRight()).status).toBe(200)
    expect(await shop.metric(/^sign_in_codes_wrong_hour /)).toBe(1_000)
    expect((await wrongThenRight()).body.code).toBe('wrong_code')
    expect(await shop.metric(/^sign_in_codes_wrong_hour /)).toBe(1_001)
  })

  it('K10 after 1,000 wrong codes an hour one try is left; who types right gets in', async () => {
    await wrongSoFar(1_000)
    expect(await shop.metric(/^sign_in_codes_wrong_hour /)).toBe(1_000)
    const [honest, guesser] = [freshPhone(), freshPhone()]
    const right = await asked(honest)
    expect((await verify(right.browser, honest, right.code)).status).toBe(200)
    const { browser, code } = await asked(guesser)
    await verify(browser, guesser, otherThan(code))
    expect((await verify(browser, guesser, code)).body.code).toBe('wrong_code')
  })
})
