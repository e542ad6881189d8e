// No personal data in any public byte (issue of the public ledger): a shop that has sold, drawn and
// handed out its evidence is read as a stranger reads it, every call and page and every file of log
// and bundle, for every name, phone, e-mail and address it knows. Then one of its people is erased,
// and every proof still holds.
import { inflateRawSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { raffleIdSchema } from '#events/kernel/ids.ts'
import type { BundleFiles, Opening } from '#events/verify/needs.ts'
import type { Report } from '#events/verify/verify.ts'
import { verifyBundle } from '#events/verify/verify.ts'
import { openZip } from '#events/verify/zip.ts'

import { moveClock } from '../clock.ts'
import { checkIdentity } from '../commands/draw-claim.ts'
import { readDraw } from '../commands/draw-facts.ts'
import { recordEntropy, revealSeed } from '../commands/draw-inputs.ts'
import { keepDraw } from '../commands/draw-keeper.ts'
import { sealRegister } from '../commands/draw-seal.ts'
import { recordSession } from '../commands/draw-session.ts'
import { operations } from '../contract/operations.ts'
import { openDraws } from '../draws.ts'
import { nodeCrypto } from '../ledger/verify-crypto.ts'
import type { ApiClient } from './api-client.ts'
import { dice, session } from './draw-rig.ts'
import { openRunningShop } from './running-service.ts'
import type { RunningShop } from './running-service.ts'

const SLOW = 180_000
const BUYERS = 6
const phoneOf = (buyer: number) => `+9617155${String(1_000 + buyer * 137)}`
const given = ['Maya', 'Karim', 'Rana', 'Tarek', 'Lina', 'Élie']

let shop: RunningShop
let raffleId: string
let productId: string
let customer: ApiClient
const orders: string[] = []

beforeAll(async () => {
  shop = await openRunningShop({ withPages: true })
  const raffle = { name: 'City Car', totalTickets: BUYERS * 2, productName: 'Olive Oil' }
  ;({ raffleId, productId } = await shop.sell(raffle))
  for (let buyer = 0; buyer < BUYERS; buyer += 1) await buy(buyer)
  customer = await signUp(0)
  await draw()
}, SLOW)
afterAll(() => shop.stop())

async function buy(buyer: number): Promise<void> {
  const guest = shop.client()
  const { body } = await guest.post('/api/purchases', {
    shippingMethod: 'delivery',
    paymentMethod: 'whishpay',
    customerName: `${given[buyer]} Haddad-Zgheib${buyer}`,
    customerEmail: `private.person${buyer}@letters.example`,
    customerPhone: phoneOf(buyer),
    deliveryAddress: `${given[buyer]}, ${phoneOf(buyer)}, Rue des Cèdres ${40 + buyer}, Zahlé`,
    items: [{ productId, quantity: 1, variantId: null }],
  })
  orders.push(body.id)
  await shop.pay(body.id, 'approve')
  const paid = async () => (await guest.get(`/api/whishpay/status/${body.id}`)).body.status
  await vi.waitFor(async () => expect(await paid()).toBe('paid'), { timeout: 30_000 })
}

async function signUp(buyer: number): Promise<ApiClient> {
  const client = shop.client()
  const phone = phoneOf(buyer)
  await client.post('/api/auth/send-otp', { phone })
  const proof = { phone, code: await codeFor(phone), fullName: `${given[buyer]} Haddad` }
  await client.post('/api/auth/verify-otp', proof)
  return client
}

async function codeFor(phone: string): Promise<string> {
  const inbox = await fetch(`${shop.sandboxUrl}/messages?to=${encodeURIComponent(phone)}`)
  const { messages } = (await inbox.json()) as { messages: { code: string | null }[] }
  const code = messages.find((message) => message.code !== null)?.code
  if (code == null) throw new Error('no code was sent')
  return code
}

/** The real ceremony, run by the shop itself; the winner has not agreed to be named. */
async function draw(): Promise<void> {
  const { core } = shop.service
  const draws = openDraws(core)
  const acting = {
    raffleId: raffleIdSchema.parse(raffleId),
    doer: { kind: 'system', name: 'test' },
  } as const
  await recordSession(draws, acting, session())
  await sealRegister(draws, acting)
  await recordEntropy(draws, acting, { entropy: dice, reading: 'second', signature: null })
  await revealSeed(draws, acting, { source: 'operator' })
  const { roundAt } = (await readDraw(draws, acting.raffleId)).current!.seal
  await moveClock(shop.test.owner, new Date(Date.parse(roundAt) + 1_000))
  await core.clock.sync()
  await keepDraw(draws, acting.raffleId)
  const papers = { documentKind: 'Passport', documentNumber: 'RL-7788-Q', mayShowName: false }
  await checkIdentity(draws, acting, papers)
  await core.ledger.publish(acting.raffleId)
  await core.ledger.cosign(acting.raffleId)
}

/** Whatever names or reaches a person, in each way it may be written. */
async function secrets(): Promise<string[]> {
  const { rows } = await shop.test.owner.query<{ text: string | null }>(
    `select full_name as text from people where role is null
     union select email from people union select phone from people
     union select name from order_contacts union select email from order_contacts
     union select phone from order_contacts union select address from order_contacts`,
  )
  const texts = rows.flatMap(({ text }) => (text === null ? [] : [text]))
  const digits = texts.filter((text) => text.startsWith('+')).map((text) => text.slice(4))
  return [...texts, ...digits, 'RL-7788-Q', 'Rue des Cèdres', 'letters.example']
}

/** Every call that anyone may make and that only reads, for this raffle. */
function publicPaths(): string[] {
  const readable = operations.filter(({ who, method }) => who === 'anyone' && method === 'get')
  const paths = readable
    .filter(({ path }) => !/\{(file|tile|bundle|level)\}/.test(path))
    .map(({ path }) => {
      const id = path.startsWith('/api/products') ? productId : raffleId
      return path.replace(/\{\w+\}/, id)
    })
  const pages = ['', '/raffles', '/winners', '/verify', '/how-it-works', '/faq', '/sitemap.xml']
  const ofRaffle = [`/raffle/${raffleId}`, `/draws/${raffleId}`, `/draws/${raffleId}/screen`]
  const inLanguages = [...pages, ...ofRaffle, `/draws/${raffleId}/certificate`].flatMap((path) =>
    ['en', 'ar', 'fr'].map((language) => `${path || '/'}?lang=${language}`),
  )
  return [...paths, ...inLanguages]
}

async function bundle(): Promise<BundleFiles> {
  const { status, bytes } = await shop.client().get(`/ledger/${raffleId}/bundle.zip`)
  expect(status).toBe(200)
  return openZip(
    { size: bytes.length, slice: async (start, end) => bytes.subarray(start, end) },
    async (packed) => inflateRawSync(packed),
  )
}

async function openings(): Promise<Opening[]> {
  const owner = await shop.owner()
  const { body } = await owner.get(`/api/admin/raffles/${raffleId}/openings`)
  return body.openings
}

async function report(opened: Opening[]): Promise<Report> {
  const { body } = await shop.client().get('/ledger')
  const witnesses = shop.config.witnesses.list.map(({ verifierKey }) => verifierKey)
  return verifyBundle({
    files: await bundle(),
    crypto: nodeCrypto,
    trust: { keys: [body.raffles[0].verifierKey, ...witnesses], beacons: [], sandbox: true },
    openings: opened,
  })
}

const failuresOf = ({ checks }: Report) => checks.filter(({ verdict }) => verdict === 'fail')

describe('a shop that has sold and drawn', () => {
  it('says nothing of its people to a stranger: pages, calls, log and bundle', async () => {
    const known = await secrets()
    expect(known.length).toBeGreaterThan(BUYERS * 5)
    const found: string[] = []
    const look = (where: string, text: string) => {
      for (const secret of known) if (text.includes(secret)) found.push(`${where}: ${secret}`)
    }
    let read = 0
    for (const path of publicPaths()) {
      const response = await fetch(shop.origin + path)
      const text = await response.text()
      if (response.ok) read += 1
      look(path, text)
    }
    expect(read).toBeGreaterThan(30)
    const files = await bundle()
    for (const name of files.names) look(name, Buffer.from(await files.read(name)).toString())
    for (const name of files.names.filter((one) => one.startsWith('tile/'))) {
      const served = await fetch(`${shop.origin}/ledger/${raffleId}/${name}`)
      expect([name, served.status]).toEqual([name, 200])
      expect(Buffer.from(await served.arrayBuffer())).toEqual(Buffer.from(await files.read(name)))
    }
    expect(found).toEqual([])
    // The search itself finds: what staff are given does hold them.
    expect(JSON.stringify(await openings())).toContain(phoneOf(0))
  })

  it('opens its commitments to an auditor, all of them or those of some tickets', async () => {
    const all = await openings()
    expect(all).toHaveLength(BUYERS)
    const checked = await report(all)
    expect(failuresOf(checked)).toEqual([])
    expect(checked.checks.find(({ id }) => id === 'p')?.verdict).toBe('pass')
    expect(checked.exitCode).toBe(0)
    const owner = await shop.owner()
    const path = `/api/admin/raffles/${raffleId}/openings`
    const some = await owner.get(`${path}?first=3&last=4`)
    expect(some.body.openings).toEqual([all[1]])
    expect((await owner.get(`${path}?first=4&last=3`)).status).toBe(400)
    const forged = all.map((one) => ({ ...one, holderText: all[0]!.holderText }))
    expect(failuresOf(await report(forged)).map(({ id }) => id)).toEqual(['p'])
    const { rows } = await shop.test.owner.query(
      `select details from audit_details where act = 'openings exported' order by created_at`,
    )
    expect(rows).toContainEqual({ details: { first: 3, last: 4 } })
  })

  it('still proves everything once a customer is erased', async () => {
    const before = (await bundle()).names
    const owner = await shop.owner()
    const handed = await owner.patch(`/api/admin/orders/${orders[0]}`, { status: 'completed' })
    expect(handed.status).toBe(200)
    await customer.post('/api/account/erasure-code')
    const code = await codeFor(phoneOf(0))
    const erased = await customer.post('/api/account/erasure', { code, giveUpTickets: true })
    expect(erased.body).toEqual({ erased: true })
    const all = await openings()
    expect(all.filter(({ holderText }) => holderText === null)).toHaveLength(1)
    expect(JSON.stringify(all)).not.toContain(phoneOf(0))
    const checked = await report(all)
    expect(failuresOf(checked)).toEqual([])
    expect(checked.exitCode).toBe(0)
    expect((await bundle()).names).toEqual(before)
  })
})
