import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { textOf, utf8 } from '#events/kernel/bytes.ts'
import { parseCanonicalJson } from '#events/ledger/canonical-json.ts'
import { holderCommit, orderCommit } from '#events/ledger/commitments.ts'
import { parseLeaf } from '#events/ledger/leaf.ts'
import { leafHash } from '#events/ledger/merkle.ts'
import { parseVerifierKey } from '#events/ledger/note.ts'
import { parsePolicy } from '#events/ledger/policy.ts'
import { openReceipt } from '#events/ledger/receipt.ts'
import { sandboxWitnesses } from '#events/ledger/sandbox-witness.ts'
import { checkTlogProof } from '#events/ledger/tlog-proof.ts'

import type { TicketReceipts } from '../../contract/receipts.ts'
import { noteTools, sha256 } from '../../ledger/keys.ts'
import type { ApiClient } from '../../testing/api-client.ts'
import { buyer } from '../../testing/security/guarded-shop.ts'
import { openRunningShop } from '../../testing/running-service.ts'
import type { RunningShop } from '../../testing/running-service.ts'
import { until } from '../../testing/until.ts'

let shop: RunningShop
let guest: ApiClient
let orderId: string
let productId: string
beforeAll(async () => {
  shop = await openRunningShop()
  ;({ productId } = await shop.sell({ name: 'Watch', totalTickets: 2_000, tickets: 3 }))
  guest = shop.client()
  orderId = await buy(guest)
  await shop.pay(orderId, 'approve')
  await vi.waitFor(async () => expect(await receipts(guest)).toHaveLength(1), { timeout: 20_000 })
  // A sweep that was under way already has not seen it.
  await until('the sale is in a checkpoint', async () => {
    await shop.service.workers.sweeps.now('checkpoints')
    await shop.service.workers.sweeps.now('cosignatures')
    return (await receipts(guest)).every(({ proof }) => proof !== null)
  })
}, 120_000)
afterAll(() => shop.stop())

async function buy(browser: ApiClient): Promise<string> {
  const items = [{ productId, quantity: 2, variantId: null }]
  const { status, body } = await browser.post('/api/purchases', { ...buyer, items })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.id
}

const receipts = async (browser: ApiClient): Promise<TicketReceipts['data']> =>
  (await browser.get(`/api/orders/${orderId}/receipts`)).body.data

async function policyOf(raffleId: string) {
  const { body } = await guest.get('/ledger')
  const log = body.raffles.find((raffle: { raffleId: string }) => raffle.raffleId === raffleId)
  return parsePolicy({ log: log.verifierKey, witnesses: [...sandboxWitnesses], quorum: 2 }, sha256)!
}

describe('the receipt of an order’s tickets', () => {
  it('is the log’s signed promise of the very leaf', async () => {
    const [given] = await receipts(guest)
    const { log } = await policyOf(given!.raffleId)
    expect(openReceipt(given!.receipt, log, noteTools)).toEqual({
      origin: given!.origin,
      index: given!.index,
      leaf: new Uint8Array(leafHash(utf8(given!.entry), sha256)),
      at: parseLeaf(utf8(given!.entry)).at,
    })
    expect(parseVerifierKey((await logKey(given!.raffleId))!, sha256)?.name).toBe(given!.origin)
    expect([given!.firstNumber, given!.lastNumber]).toEqual(['000001', '000006'])
  })

  it('is a file that proves the tickets offline, to whoever has the keys', async () => {
    const [given] = await receipts(guest)
    const file = await guest.get(`/api/orders/${orderId}/receipts/${given!.id}`)
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename=raffle-${given!.raffleId.slice(0, 8)}-tickets-000001-000006.tlog-proof`,
    )
    expect(file.headers.get('cache-control')).toBe('no-store')
    const text = file.bytes.toString('utf8')
    expect(text).toBe(given!.proof)
    const leaf = leafHash(utf8(given!.entry), sha256)
    const policy = await policyOf(given!.raffleId)
    const checked = checkTlogProof({ text, leaf, policy }, noteTools)
    if (checked.fault !== null) throw new Error(checked.fault)
    expect(checked.witnessed.cosignatures).toHaveLength(2)
    const { entry, receipt, opening } = given!
    expect(parseCanonicalJson(textOf(checked.proof.extra!))).toEqual({ entry, opening, receipt })
  })

  it('opens the commitments of the leaf for its holder', async () => {
    const [given] = await receipts(guest)
    const data = parseLeaf(utf8(given!.entry)).data
    const { holderSalt, holderText, orderSalt, orderText } = given!.opening
    const salt = (hex: string | null) => Buffer.from(hex!, 'hex')
    expect(holderCommit(salt(holderSalt), holderText!, sha256)).toBe(data.holderCommit)
    expect(orderCommit(salt(orderSalt), orderText!, sha256)).toBe(data.orderCommit)
    expect(JSON.parse(holderText!)).toMatchObject({ name: 'Maya Haddad' })
  })

  it('tells who was given the link neither name nor phone, nor the salt of both', async () => {
    const link = shop.service.core.desk.links.sign({ orderId, generation: 0 } as never)
    const stranger = shop.client()
    const url = `${shop.origin}/order/${orderId}?link=${link}`
    const opened = await fetch(url, { redirect: 'manual' })
    for (const cookie of opened.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      stranger.cookies.set(name, value)
    }
    const [given] = await receipts(stranger)
    expect(given!.opening).toMatchObject({ holderSalt: null, holderText: null })
    const file = await stranger.get(`/api/orders/${orderId}/receipts/${given!.id}`)
    const extra = /^extra (.*)$/m.exec(file.bytes.toString('utf8'))![1]!
    const told = file.bytes.toString('utf8') + Buffer.from(extra, 'base64').toString('utf8')
    expect(told).not.toMatch(/maya|haddad|70123456|example[.]com"/i)
  })

  it('is nobody else’s, and of no line without tickets', async () => {
    const [given] = await receipts(guest)
    const path = `/api/orders/${orderId}/receipts`
    for (const url of [path, `${path}/${given!.id}`])
      expect((await shop.client().get(url)).status).toBe(404)
    expect((await guest.get(`${path}/${crypto.randomUUID()}`)).status).toBe(404)
    expect((await guest.get(`${path}/nonsense`)).status).toBe(404)

    const unpaid = await buy(guest)
    const [line] = (await guest.get(`/api/orders/${unpaid}`)).body.items
    expect((await guest.get(`/api/orders/${unpaid}/receipts`)).body).toEqual({ data: [] })
    const { status, body } = await guest.get(`/api/orders/${unpaid}/receipts/${line.id}`)
    expect([status, body.code]).toEqual([409, 'order_not_paid'])
  })
})

describe('a holder who was forgotten', () => {
  it('leaves a proof that still holds, and nothing that says whom it was for', async () => {
    const [before] = await receipts(guest)
    await shop.test.database.query('select erase_opening($1, $2)', [
      `raffle/${before!.raffleId}`,
      before!.id,
    ])
    const [after] = await receipts(guest)
    expect(after!.opening).toEqual({
      index: before!.index,
      holderSalt: null,
      holderText: null,
      orderSalt: null,
      orderText: null,
    })
    expect([after!.entry, after!.receipt]).toEqual([before!.entry, before!.receipt])
    const leaf = leafHash(utf8(after!.entry), sha256)
    const policy = await policyOf(after!.raffleId)
    const { fault } = checkTlogProof({ text: after!.proof!, leaf, policy }, noteTools)
    expect(fault).toBeNull()
  })
})

const logKey = async (raffleId: string): Promise<string | undefined> =>
  (await guest.get('/ledger')).body.raffles.find(
    (raffle: { raffleId: string }) => raffle.raffleId === raffleId,
  )?.verifierKey
