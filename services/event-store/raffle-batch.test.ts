// What a batch writes of its items: leaves, salts, and the parameters of `append_raffle`.
import { describe, expect, it } from 'vitest'

import { hexOf, utf8 } from '#events/kernel/bytes.ts'
import type { LineId, OrderId, ProductId } from '#events/kernel/ids.ts'
import { holderCommit, orderCommit } from '#events/ledger/commitments.ts'
import { leafText, parseLeaf } from '#events/ledger/leaf.ts'
import { emptyFrontier, leafHash, rangeRoot, rootOf } from '#events/ledger/merkle.ts'
import { raffleDecider } from '#events/raffle/decide.ts'
import { closed, issued, published, raffleCancelled, sha, voided } from '#events/testing/raffles.ts'

import { sha256 } from './codec.ts'
import { batchStatement, beginBatch, commitTo, writeFact } from './raffle-batch.ts'
import { earliestExpiry } from './raffle-holds.ts'
import type { RaffleMemory } from './raffle-memory.ts'
import { issueOf, metaOf, newId } from './testing/shop.ts'

const raffleId = 'aa000000-0000-4000-8000-000000000001'
const logId = `raffle/${raffleId}`
const at = new Date('2026-11-21T08:00:00.000Z')
const productId = newId<ProductId>()

const newMemory = (): RaffleMemory => ({
  revision: 4,
  batchId: 'before',
  head: 0,
  frontier: emptyFrontier,
  raffle: raffleDecider.initial,
  held: 2,
  products: new Map([[productId, { ticketsMax: 8, issued: 1, held: 2 }]]),
  holds: new Map(),
  nextExpiryMs: Infinity,
  partly: null,
  persons: new Map(),
  lastAtMs: 0,
  haltedBy: null,
})
const meta = metaOf()

it('begins with nothing, behind what the memory knows', () => {
  const batch = beginBatch(logId, newMemory(), at)
  const { batchId, ...rest } = batch
  expect(rest).toEqual({
    logId,
    raffleId,
    revision: 4,
    head: 0,
    after: 'before',
    at,
    now: at.toISOString(),
    clockMs: at.getTime(),
    facts: [],
    issues: new Map(),
    commands: new Map(),
    holds: new Map(),
    dropped: new Set(),
    products: new Set(),
    persons: new Map(),
    salts: Buffer.alloc(0),
    expired: 0,
    hasChanged: false,
    session: null,
  })
  expect(beginBatch(logId, newMemory(), at).batchId).not.toBe(batchId)
})

it('has the time of the last fact while the clock is behind it, and the clock beside it', () => {
  const clockMs = at.getTime() - 3_600_000
  const behind = beginBatch(logId, { ...newMemory(), lastAtMs: at.getTime() }, new Date(clockMs))
  expect(behind).toMatchObject({ at, now: at.toISOString(), clockMs })
})

describe('a fact', () => {
  it('becomes a leaf, and the memory moves on with it', () => {
    const memory = newMemory()
    const batch = beginBatch(logId, memory, at)
    const events = [published(), issued(1, 3), closed('ended', 3)]
    for (const event of events) writeFact(memory, batch, { event, meta })
    const leaves = batch.facts.map(({ payload }) => leafHash(utf8(payload), sha256))
    expect(batch.facts.map(({ payload }) => parseLeaf(utf8(payload)))).toEqual(
      events.map(({ type, data }, index) => ({
        at: at.toISOString(),
        data,
        index,
        raffle: raffleId,
        type,
      })),
    )
    for (const [index, fact] of batch.facts.entries())
      expect(fact).toMatchObject({
        type: events[index]!.type,
        schemaVersion: 1,
        meta: JSON.stringify(meta),
        leaf: leaves[index],
      })
    expect(memory).toMatchObject({ head: 3, raffle: { status: 'closed', issued: 3 } })
    const root = rangeRoot((index) => leaves[index]!, { start: 0, end: 3 }, sha256)
    expect(hexOf(rootOf(memory.frontier, sha256))).toBe(hexOf(root))
    expect(batch.hasChanged).toBe(true)
  })

  it('that is too long for a leaf, or of no known shape, is a bug', () => {
    const memory = newMemory()
    const batch = beginBatch(logId, memory, at)
    const ranges = Array.from({ length: 400 }, (_, n): [number, number] => [n * 9 + 1, n * 9 + 2])
    const long = { type: 'TicketsVoided', data: { ranges, reason: 'returned' } } as const
    const write = (event: never) => writeFact(memory, batch, { event, meta })
    expect(() => write(long as never)).toThrow(/a leaf of \d+ bytes, at most 4096/)
    expect(() => write({ type: 'RaffleClosed', data: {} } as never)).toThrow(/another shape/)
    expect(batch.facts).toEqual([])
  })

  it('may be as long as a leaf, and no byte longer', () => {
    const memory = newMemory()
    const batch = beginBatch(logId, memory, at)
    writeFact(memory, batch, { event: published(), meta })
    const write = (ranges: [number, number][]) =>
      writeFact(memory, batch, { event: voided(...ranges), meta })
    const data = { ranges: [], reason: 'returned' }
    const place = { raffle: raffleId, index: 1, at: at.toISOString(), type: 'TicketsVoided' }
    const left = 4096 - leafText({ ...place, data }).length
    // Ranges of six characters with their commas, and a last one of 6 to 11 without.
    const many = Array.from({ length: Math.floor(left / 6) - 1 }, (): [number, number] => [1, 1])
    const digits = left - many.length * 6 - '[1,]'.length
    expect(() => write([...many, [1, 10 ** digits]])).toThrow(/a leaf of 4097 bytes/)
    write([...many, [1, 10 ** (digits - 1)]])
    expect(batch.facts[1]!.payload).toHaveLength(4096)
  })
})

it('draws two salts for each issue, which open its commitments', () => {
  const batch = beginBatch(logId, newMemory(), at)
  const salts = new Set<string>()
  for (let which = 0; which < 70; which += 1) {
    const issue = issueOf(productId)
    const opening = commitTo(batch, issue)
    const [order, holder] = [opening.salts.subarray(0, 32), opening.salts.subarray(32)]
    expect(opening.salts).toHaveLength(64)
    expect(opening.orderCommit).toBe(orderCommit(order, issue.orderText, sha256))
    expect(opening.holderCommit).toBe(holderCommit(holder, issue.holderText, sha256))
    salts.add(hexOf(order)).add(hexOf(holder))
  }
  expect(salts.size).toBe(140)
})

describe('the statement', () => {
  it('of a batch without facts and issues sends none, and only what has changed', () => {
    const memory = newMemory()
    const batch = beginBatch(logId, memory, at)
    const { name, text, values = [] } = batchStatement(batch, memory)
    expect(name).toBe('append_raffle')
    const numbers = Array.from({ length: 22 }, (_, n) => `$${n + 1}`).join()
    expect(text).toBe(`select append_raffle(${numbers}) as is_written`)
    expect(values).toEqual([
      logId,
      4,
      0,
      at.toISOString(),
      new Uint8Array(0),
      ...Array.from({ length: 15 }, () => null),
      '{}',
      JSON.stringify({ batch: batch.batchId, after: 'before' }),
    ])
  })

  it('sends facts, issues and rows as lists in one order', () => {
    const memory = newMemory()
    const batch = beginBatch(logId, memory, at)
    for (const event of [published(), issued(1, 2), raffleCancelled('licence')])
      writeFact(memory, batch, { event, meta })
    const issues = [issueOf(productId), issueOf(productId)]
    for (const [index, issue] of issues.entries()) {
      const salts = Buffer.alloc(64, index + 1)
      const numbers = { position: index + 2, first: index + 1, last: index + 1 }
      batch.issues.set(issue.orderLineId, {
        issue,
        ...numbers,
        personKey: `person ${index}`,
        salts,
      })
    }
    const hold = {
      orderLineId: newId<LineId>(),
      orderId: newId<OrderId>(),
      productId,
      n: 2,
      personKey: 'ann',
      expiresAtMs: at.getTime() + 1,
    }
    batch.holds.set(hold.orderLineId, hold)
    const gone = [newId<LineId>(), newId<LineId>()]
    for (const line of gone) batch.dropped.add(line)
    batch.products.add(productId)
    const { commandId } = meta
    batch.commands.set(commandId, { commandId, version: 3, facts: 1, requestHash: sha })
    batch.session = { drawId: 'D1', recordedAt: '2026-11-21T07:00:00.000001Z' }

    const { values = [] } = batchStatement(batch, memory)
    const payloads = batch.facts.map(({ payload }) => payload)
    const leaves = payloads.map((payload) => leafHash(utf8(payload), sha256))
    const list = (of: (issue: (typeof issues)[number]) => unknown) => `{${issues.map(of).join()}}`
    const words = (...texts: string[]) => texts.join('\u001e')
    expect(values.slice(5, 10)).toEqual([
      words('RafflePublished', 'TicketsIssued', 'RaffleCancelled'),
      '{1,1,1}',
      words(...payloads),
      words(...payloads.map(() => JSON.stringify(meta))),
      Buffer.concat(leaves),
    ])
    expect(values.slice(10, 20)).toEqual([
      list(({ orderLineId }) => orderLineId),
      list(({ orderId }) => orderId),
      list(() => productId),
      '{2,3}',
      '{1,2}',
      '{1,2}',
      words('person 0', 'person 1'),
      Buffer.concat([Buffer.alloc(64, 1), Buffer.alloc(64, 2)]),
      words(...issues.map(({ orderText }) => orderText)),
      words(...issues.map(({ holderText }) => holderText)),
    ])
    expect(values[20]).toBe(`{${gone.join()}}`)
    expect(JSON.parse(String(values[21]))).toEqual({
      batch: batch.batchId,
      after: 'before',
      state: { cap: 10, issued: 2, voided: 0, held: 2 },
      products: [{ product_id: productId, tickets_max: 8, issued: 1, held: 2 }],
      holds: [
        {
          order_line_id: hold.orderLineId,
          order_id: hold.orderId,
          product_id: productId,
          n: 2,
          person_key: 'ann',
          expires_at: '2026-11-21T08:00:00.001Z',
        },
      ],
      commands: [{ command_id: commandId, version: 3, facts: 1, request_hash: sha }],
      session: { draw_id: 'D1', recorded_at: '2026-11-21T07:00:00.000001Z' },
    })
  })
})

it('knows when the first of its holds ends', () => {
  const hold = (expiresAtMs: number) => ({
    orderLineId: newId<LineId>(),
    orderId: newId<OrderId>(),
    productId,
    n: 1,
    personKey: '',
    expiresAtMs,
  })
  const holds = [hold(7), hold(5), hold(9)].map((one) => [one.orderLineId, one] as const)
  expect(earliestExpiry(new Map(holds))).toBe(5)
  expect(earliestExpiry(new Map())).toBe(Infinity)
})
