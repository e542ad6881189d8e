import { get } from 'node:http'
import { gunzipSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ProductId, RaffleId } from '#events/kernel/ids.ts'
import { sandboxWitnesses } from '#events/ledger/sandbox-witness.ts'

import { issueOf } from '../../event-store/testing/shop.ts'
import { readWholeLog } from '../../ledger/testing/log-client.ts'
import type { ApiClient } from '../../testing/api-client.ts'
import { openRunningShop } from '../../testing/running-service.ts'
import type { RunningShop } from '../../testing/running-service.ts'
import { until } from '../../testing/until.ts'

let shop: RunningShop
let browser: ApiClient
let raffleId: string
let base: string
let log: { origin: string; verifierKey: string; size: number; phase: string }

beforeAll(async () => {
  shop = await openRunningShop()
  browser = shop.client()
  const sold = await shop.sell({ name: 'Watch', totalTickets: 2_000 })
  raffleId = sold.raffleId
  base = `${shop.origin}/ledger/${raffleId}`
  await sell(sold.productId, 300)
  // A sweep that was under way already has not seen them.
  await until('the sales are in a checkpoint', async () => {
    await sweep()
    log = await logOf(raffleId)
    return log.size >= 301
  })
}, 120_000)
afterAll(() => shop.stop())

async function sell(productId: string, issues: number) {
  const writer = shop.service.core.store.raffle(raffleId as RaffleId)
  await Promise.all(
    Array.from({ length: issues }, () => writer.issue(issueOf(productId as ProductId))),
  )
}

async function sweep() {
  await shop.service.workers.sweeps.now('checkpoints')
  await shop.service.workers.sweeps.now('cosignatures')
}

async function logOf(id: string) {
  const { body } = await browser.get('/ledger')
  return body.raffles.find((raffle: { raffleId: string }) => raffle.raffleId === id)
}

describe('the public log', () => {
  it('is in the index with origin, key, size and phase', async () => {
    expect(log).toMatchObject({ origin: `${new URL(shop.origin).host}/ledger/${raffleId}` })
    expect(log.verifierKey).toMatch(new RegExp(`^${log.origin}[+][0-9a-f]{8}[+]`))
    expect(log.phase).toBe('open')
    expect(log.size).toBeGreaterThanOrEqual(301)
  })

  it('is read whole by a stranger, who finds it signed, cosigned and complete', async () => {
    const read = await readWholeLog(base, [log.verifierKey, ...sandboxWitnesses])
    expect(read.origin).toBe(log.origin)
    expect(read.size).toBe(log.size)
    expect(read.signedBy.toSorted()).toEqual([
      log.origin,
      'sandbox.invalid/witness/1',
      'sandbox.invalid/witness/2',
    ])
    expect(read.tiles).toBe(3)
    const types = read.entries.map((entry) => JSON.parse(entry).type)
    expect(types[0]).toBe('RafflePublished')
    expect(types.filter((type) => type === 'TicketsIssued')).toHaveLength(300)
  })

  it('holds no name, no phone and no order', async () => {
    const { entries } = await readWholeLog(base, [log.verifierKey])
    expect(entries.join('\n')).not.toMatch(/zeina|khoury|70123456|orderId|customerId/i)
  })

  it('has new facts in its next checkpoint, and the old tiles as they were', async () => {
    const before = await browser.get(`/ledger/${raffleId}/tile/0/000`)
    const entries = await browser.get(`/ledger/${raffleId}/tile/entries/001.p/40`)
    const { productId } = await shop.sell({ name: 'Other', totalTickets: 10 })
    await sell(productId, 0)
    await sweep()
    const after = await browser.get(`/ledger/${raffleId}/tile/0/000`)
    expect(after.bytes.equals(before.bytes)).toBe(true)
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'))
    const again = await browser.get(`/ledger/${raffleId}/tile/entries/001.p/40`)
    expect(again.bytes.equals(entries.bytes)).toBe(true)
  })
})

describe('what is served', () => {
  it('is typed, open to every origin, and kept as long as it stays true', async () => {
    const checkpoint = await browser.get(`/ledger/${raffleId}/checkpoint`)
    const tile = await browser.get(`/ledger/${raffleId}/tile/0/000`)
    const bundle = await browser.get(`/ledger/${raffleId}/tile/entries/000`)
    const header = (name: string) =>
      [checkpoint, tile, bundle].map(({ headers }) => headers.get(name))
    expect(header('content-type')).toEqual([
      'text/plain; charset=utf-8',
      'application/octet-stream',
      'application/octet-stream',
    ])
    expect(header('cache-control')).toEqual([
      'public, max-age=2',
      'public, max-age=31536000, immutable',
      'public, max-age=31536000, immutable',
    ])
    expect(header('access-control-allow-origin')).toEqual(['*', '*', '*'])
    expect(header('set-cookie')).toEqual([null, null, null])
    expect(tile.bytes).toHaveLength(8_192)
  })

  it('is answered to HEAD, and with 304 to who has it', async () => {
    const path = `/ledger/${raffleId}/tile/0/000`
    const head = await browser.call({ method: 'HEAD', path })
    expect([head.status, head.bytes.length]).toEqual([200, 0])
    expect(head.headers.get('content-length')).toBe('8192')
    const kept = await fetch(shop.origin + path, {
      headers: { 'If-None-Match': head.headers.get('etag')! },
    })
    expect(kept.status).toBe(304)
  })

  it('is packed for who can unpack it', async () => {
    const url = `${base}/tile/entries/000`
    const plain = await fetch(url, { headers: { 'Accept-Encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    const packed = await rawBytes(url)
    expect(packed.encoding).toBe('gzip')
    expect(gunzipSync(packed.bytes).equals(Buffer.from(await plain.arrayBuffer()))).toBe(true)
    expect(packed.bytes.length).toBeLessThan(gunzipSync(packed.bytes).length * 0.7)
  })

  it.each([
    ['a raffle that does not exist', '/ledger/00000000-0000-4000-8000-000000000000/checkpoint'],
    ['no raffle', '/ledger/abc/checkpoint'],
    ['a tile beyond the tree', '/ledger/:id/tile/0/002'],
    ['a width beyond the tree', '/ledger/:id/tile/0/001.p/200'],
    ['the full tile of a partial one', '/ledger/:id/tile/0/001'],
    ['a level beyond the tree', '/ledger/:id/tile/5/000.p/1'],
    ['a level that does not exist', '/ledger/:id/tile/64/000'],
    ['another spelling', '/ledger/:id/tile/0/0'],
    ['a width of 256', '/ledger/:id/tile/0/000.p/256'],
    ['entries beyond the log', '/ledger/:id/tile/entries/002'],
    ['a path with dots', '/ledger/:id/tile/0/..%2f000'],
    ['anything else', '/ledger/:id/openings'],
    ['a tile with a slash at its end', '/ledger/:id/tile/0/000/'],
    ['the log itself', '/ledger/:id'],
  ])('is nothing of %s', async (_what, path) => {
    const { status, body } = await browser.get(path.replace(':id', raffleId))
    expect([status, body?.code]).toEqual([404, 'not_found'])
  })

  it('is only read', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await browser.call({ method, path: '/ledger' })).status).toBeOneOf([404, 405])
  })
})

/** As it travels: fetch unpacks by itself. */
function rawBytes(url: string) {
  return new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'gzip' } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          encoding: response.headers['content-encoding'],
          bytes: Buffer.concat(chunks),
        }),
      )
    }).on('error', reject)
  })
}
