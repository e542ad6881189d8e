// What a regulator reads: raffles, registers and draws, and nobody's name, phone, e-mail or address
// (docs/decisions/0038). Buyers go by words that nobody else uses; every route he may call is
// called, and the words are searched for in what it answers.
import { inflateRawSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { holderCommit } from '#events/ledger/commitments.ts'
import type { Opening } from '#events/verify/needs.ts'
import { openZip } from '#events/verify/zip.ts'

import { moveClock } from '../../clock.ts'
import { operations } from '../../contract/operations.ts'
import { sha256 } from '../../ledger/keys.ts'
import type { ApiAnswer, ApiClient } from '../api-client.ts'
import { dice } from '../draw-rig.ts'
import { ownerEmail } from '../running-service.ts'
import { mayCall } from './access-table.ts'
import { openGuardedShop } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'

const words = {
  buyers: ['Zenobia Qahwaji', 'Theofanis Krikorian'],
  email: 'quixotic.mailbox@private.example',
  street: 'Rue Gouraud 4417',
  city: 'Mtaylebville',
  counter: 'Ildefonso Nakhlawi',
  collector: 'Hermenegild Tannous',
  note: 'Vermilionnote',
  document: 'WINDOC-55213',
}
const phones = ['+96178431901', '+96178431902', '+96178431903']
const traces = [
  ...Object.values(words)
    .flat()
    .flatMap((text) => text.split(/[ @]/))
    .filter((text) => text.length > 5),
  ...phones.map((phone) => phone.slice(4)),
]

let shop: GuardedShop
let member: ApiClient
let raffleId: string
let productId: string
let paperId: string

beforeAll(async () => {
  shop = await openGuardedShop({ LIMITS: 'relaxed' })
  member = await shop.owner()
  ;({ raffleId, productId } = await shop.sell({ name: 'Watch', totalTickets: 6 }))
  for (const nth of words.buyers.keys()) await buy(nth)
  await sellAtTheCounter()
  await shop.service.workers.catchUp()
  await draw()
  const wanted = { raffleId, tickets: 6, seed: 'six' }
  paperId = (await done(member.post('/api/admin/audit/papers', wanted))).id
}, 180_000)
afterAll(() => shop.stop())

async function done(asked: Promise<ApiAnswer>) {
  const answer = await asked
  expect([answer.status, answer.body?.error]).toEqual([expect.any(Number), undefined])
  return answer.body
}

async function buy(nth: number): Promise<void> {
  const [phone = '', fullName = ''] = [phones[nth], words.buyers[nth]]
  const browser = shop.browser()
  const order = await done(
    shop.buy(browser, productId, {
      shippingMethod: 'delivery',
      deliveryAddress: `${fullName}, ${phone}, ${words.street}, ${words.city}, 2071`,
      customerName: fullName,
      customerEmail: words.email,
      customerPhone: phone,
    }),
  )
  await shop.pay(order.id, 'approve')
  await vi.waitFor(
    async () => expect((await browser.get(`/api/orders/${order.id}`)).body.status).toBe('paid'),
    { timeout: 20_000, interval: 100 },
  )
}

const sellAtTheCounter = () =>
  done(
    member.post('/api/admin/orders/manual', {
      customerPhone: phones[2],
      customerName: words.counter,
      customerEmail: words.email,
      items: [{ productId, quantity: 1, variantId: null }],
      shippingMethod: 'pickup',
      deliveryAddress: '',
      paymentMethod: 'omt',
      status: 'paid',
      reference: 'OMTREF-60917',
      collector: words.collector,
      currency: 'USD',
      rate: '1',
    }),
  )

async function draw(): Promise<void> {
  const act = (name: string, body: object = {}) =>
    done(member.post(`/api/admin/draws/${raffleId}/${name}`, body))
  const office = { office: 'Directorate', documentNumber: words.document }
  await act('session', {
    mode: 'beacon',
    place: 'Chamber of Commerce',
    witnesses: [{ name: 'Rana Saab', title: 'Notary', ...office }],
    representative: { name: 'Sami Aoun', ...office },
  })
  await act('close')
  await act('seal')
  await act('entropy', { entropy: dice, reading: 'first' })
  await act('entropy', { entropy: dice, reading: 'second' })
  await act('reveal', { source: 'operator' })
  const { body: live } = await shop.browser().get(`/api/draws/${raffleId}`)
  await moveClock(shop.test.owner, new Date(Date.parse(live.round.at) + 1_000))
  await shop.service.core.clock.sync()
  await vi.waitFor(() => act('publish'), { timeout: 30_000, interval: 300 })
  await act('contacts', { channel: 'phone', note: words.note })
  const papers = { documentKind: 'Passport', documentNumber: words.document }
  await act('identity', { ...papers, mayShowName: false })
}

const setRole = (role: 'owner' | 'regulator') =>
  shop.test.owner.query(`update people set role = $1 where email = $2`, [role, ownerEmail])

async function asRegulator<Read>(read: () => Promise<Read>): Promise<Read> {
  await setRole('regulator')
  try {
    return await read()
  } finally {
    await setRole('owner')
  }
}

const isHis = (name: string) => mayCall[name]?.includes('regulator') === true

/** What the reading calls of staff need beside the raffle; every one that he has stands here. */
const questions = (): Record<string, string> => ({
  walkTicket: '?number=6',
  readAsOf: `?subjectKind=raffle&subject=${raffleId}&at=${new Date().toISOString()}`,
})

/** Paths of all that he reads: of staff, and of everybody. */
function readable(): [name: string, path: string][] {
  return operations
    .filter(({ who, method, name }) => method === 'get' && (who === 'anyone' || isHis(name)))
    .filter(({ path }) => !/\{(file|tile|bundle|level)\}/.test(path))
    .map(({ name, path }) => {
      const others: Record<string, string> = { readPaper: paperId, listVariants: productId }
      const id = others[name] ?? raffleId
      return [name, path.replace(/\{\w+\}/, id) + (questions()[name] ?? '')]
    })
}

const tracesIn = (bytes: Buffer) => {
  const text = bytes.toString().toLowerCase()
  return traces.filter((trace) => text.includes(trace.toLowerCase()))
}

async function unpacked(bytes: Buffer): Promise<Buffer> {
  const files = await openZip(
    { size: bytes.length, slice: async (start, end) => bytes.subarray(start, end) },
    async (packed) => inflateRawSync(packed),
  )
  const parts = files.names.map(async (name) => Buffer.from((await files.read(name)) ?? []))
  return Buffer.concat(await Promise.all(parts))
}

const textOf = (answer: ApiAnswer) =>
  answer.headers.get('content-type') === 'application/zip'
    ? unpacked(answer.bytes)
    : Promise.resolve(answer.bytes)

describe('a regulator', () => {
  it('K35 reads every route he may, and meets nobody who has bought', async () => {
    const found = await asRegulator(async () => {
      const told: unknown[] = []
      for (const [name, path] of readable()) {
        const answer = await member.get(path)
        // Whether a machine under load is ready is no matter here.
        if (name !== 'readiness') expect([name, answer.status]).toEqual([name, 200])
        const met = tracesIn(await textOf(answer))
        if (met.length > 0) told.push([name, met])
      }
      return told
    })
    expect(found).toEqual([])
    // The search itself finds: who answers for the buyers is told of them.
    for (const path of ['export', 'openings'])
      expect(tracesIn((await member.get(`/api/admin/raffles/${raffleId}/${path}`)).bytes)).toEqual(
        expect.arrayContaining(['Qahwaji', '78431901']),
      )
    const walk = await member.get(`/api/admin/audit/raffles/${raffleId}/ticket?number=6`)
    expect(walk.body.payment.manual.collector).toBe(words.collector)
  }, 60_000)

  it('acts, and meets nobody in the answers', async () => {
    const note = { notes: { '000001': 'seen' }, conclusion: 'In order.' }
    const annul = { act: 'annul', cause: 'register_error', paperSha256: 'ab'.repeat(32) }
    const answers = await asRegulator(async () => [
      await member.post('/api/admin/audit/papers', { raffleId, tickets: 6 }),
      await member.put(`/api/admin/audit/papers/${paperId}`, note),
      await member.post(`/api/admin/draws/${raffleId}/sign-offs`, annul),
      await member.post(`/api/admin/draws/${raffleId}/entropy`, {
        entropy: dice,
        reading: 'second',
      }),
    ])
    expect(answers.slice(0, 2).map(({ status }) => status)).toEqual([201, 200])
    expect(answers.map(({ bytes }) => tracesIn(bytes))).toEqual(answers.map(() => []))
  })

  it('walks a ticket to its order, the evidence of its payment and its leaf', async () => {
    const path = `/api/admin/audit/raffles/${raffleId}/ticket?number=6`
    const { body } = await asRegulator(() => member.get(path))
    expect(body.order).toMatchObject({ orderType: 'offline', status: 'paid' })
    const manual = { method: 'omt', reference: 'OMTREF-60917', collector: null }
    expect(body.payment.manual).toEqual(manual)
    expect(body.leaf).toMatchObject({ isHashRight: true, isIncluded: true })
    const { body: paper } = await asRegulator(() =>
      member.get(`/api/admin/audit/papers/${paperId}`),
    )
    expect(paper.walks.at(-1).walk.payment.manual).toEqual(manual)
  })

  it('learns whether money taken by hand is proven, and not by whom', async () => {
    const path = `/api/admin/audit/raffles/${raffleId}/ticket`
    const read = (number: number) => asRegulator(() => member.get(`${path}?number=${number}`))
    const proofOf = async (number: number) => (await read(number)).body.payment
    const note = (method: string, reference: string | null) =>
      shop.test.owner.query('update manual_payments set method = $1, reference = $2', [
        method,
        reference,
      ])
    expect((await proofOf(1)).isProven).toBe(true) // a provider says so
    expect((await proofOf(6)).isProven).toBe(true)
    await note('omt', null)
    expect(await proofOf(6)).toMatchObject({ isProven: false, manual: { collector: null } })
    // The till knows its cash by who took it.
    await note('cash', null)
    expect(await proofOf(6)).toMatchObject({ isProven: true, manual: { collector: null } })
    await note('omt', 'OMTREF-60917')
  })

  it('takes the register, in which a holder can prove himself, and no entries file', async () => {
    const base = `/api/admin/raffles/${raffleId}`
    const [entries, register] = await asRegulator(async () => [
      await member.get(`${base}/export`),
      await member.get(`${base}/register`),
    ])
    expect([entries?.status, entries?.body?.code]).toEqual([403, 'not_allowed'])
    const [header = '', ...lines] = register!.bytes.toString().slice(1).trimEnd().split('\r\n')
    const column = header.split(',').indexOf('Holder commitment')
    const cells = lines.map((line) => line.split(',')[column])
    expect(cells).toHaveLength(6)
    // Two tickets a purchase, and one commitment; another purchase has a salt of its own.
    expect(new Set(cells).size).toBe(3)

    const { body } = await member.get(`${base}/openings?first=1&last=1`)
    const { holderSalt, holderText } = body.openings[0] as Opening
    const opened = holderCommit(Buffer.from(holderSalt ?? '', 'hex'), holderText ?? '', sha256)
    expect(cells[0]).toBe(opened)
  })

  it('is given openings of the orders, without their holders', async () => {
    const path = `/api/admin/raffles/${raffleId}/openings`
    const his = (await asRegulator(() => member.get(path))).body
    const whole = (await member.get(path)).body
    expect([his.hasHolders, whole.hasHolders]).toEqual([false, true])
    const withoutHolder = { holderSalt: null, holderText: null }
    expect(his.openings).toEqual(
      whole.openings.map((one: Opening) => ({ ...one, ...withoutHolder })),
    )
    expect(his.openings[0].orderText).toContain(productId)
  })
})
