// The public log of each raffle, as C2SP tlog-tiles has it, for everybody: no session, no cookie,
// any origin. Tiles and bundles are served up to the newest checkpoint and never change, so caches
// between us and the world do most of the work.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

import { Router } from 'express'
import type { Request, Response } from 'express'

import { uuidPattern } from '#events/kernel/ids.ts'
import { rafflePhase } from '#events/raffle/phase.ts'
import type { RafflePhase } from '#events/raffle/phase.ts'
import {
  bundleOf,
  parseBundlePath,
  parseTilePath,
  tileWidth,
  tileWidthMax,
} from '#events/ledger/tiles.ts'

import type { Catalogue } from '../../catalogue.ts'
import type { LedgerIndex } from '../../contract/ledger.ts'
import type { Database } from '../../io/database.ts'
import { latestCheckpoint, publishedSizes } from '../../ledger/checkpoints.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { currentKeys, logIdOf } from '../../ledger/public-logs.ts'
import { readEntries, readTile } from '../../ledger/tree.ts'
import { notFound } from '../problem.ts'

export type LedgerRouteNeeds = {
  database: Database
  ledger: Ledger
  catalogue: Pick<Catalogue, 'raffle'>
  now: () => Date
}

const FOR_EVER = 'public, max-age=31536000, immutable'
/** C2SP: a checkpoint is not to be cached beyond a few seconds. */
const BRIEFLY = 'public, max-age=2'
const octets = 'application/octet-stream'
const gzipped = promisify(gzip)

export function ledgerRoutes(needs: LedgerRouteNeeds): Router {
  const { database, ledger } = needs
  const router = Router({ caseSensitive: true })
  const publishedSize = openPublishedSizes(database)

  router.use('/ledger', (_request, response, next) => {
    // Whoever proves something in a browser may do it on a page of his own.
    response.set({
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    })
    next()
  })

  router.get('/ledger', async (_request, response) => {
    response.set('Cache-Control', BRIEFLY).json(await readIndex(needs))
  })

  router.get('/ledger/:raffleId/checkpoint', async (request, response) => {
    const logId = requireLogId(request.params.raffleId)
    const checkpoint = await latestCheckpoint(database, logId)
    if (checkpoint === null) throw notFound()
    answer(request, response, { type: 'text/plain', cache: BRIEFLY, body: checkpoint.note })
  })

  router.get('/ledger/:raffleId/tile/entries/*place', async (request, response) => {
    const logId = requireLogId(request.params.raffleId)
    const bundle = parseBundlePath(joined(request.params.place))
    if (bundle === null) throw notFound()
    await requirePublished(publishedSize, logId, { level: 0, ...bundle })
    const entries = await readEntries(database, logId, bundle)
    if (entries === null) throw notFound()
    await answerPacked(request, response, Buffer.from(bundleOf(entries)))
  })

  router.get('/ledger/:raffleId/tile/:level/*place', async (request, response) => {
    const logId = requireLogId(request.params.raffleId)
    const tile = parseTilePath(request.params.level, joined(request.params.place))
    if (tile === null) throw notFound()
    await requirePublished(publishedSize, logId, tile)
    const hashes = await readTile(database, logId, tile)
    if (hashes === null) throw notFound()
    answer(request, response, { type: octets, cache: FOR_EVER, body: hashes })
  })

  router.use('/ledger', (_request, response, next) => {
    // No page of the web app: what else stands in the contract has a route of its own.
    if (response.locals.operation === undefined) throw notFound()
    next()
  })
  ledger.logs.all().catch(() => {}) // so that the first visitor need not wait for all first leaves
  return router
}

const joined = (place: string | string[]) => (typeof place === 'string' ? place : place.join('/'))

function requireLogId(raffleId: string): string {
  if (!uuidPattern.test(raffleId)) throw notFound()
  return logIdOf(raffleId)
}

async function readIndex({ database, ledger, catalogue, now }: LedgerRouteNeeds) {
  const logs = await ledger.logs.all()
  const sizes = await publishedSizes(database)
  const keys = await currentKeys(database, logs)
  const at = now().toISOString()
  return {
    raffles: logs.map(({ raffleId, logId, origin, policyText }) => ({
      raffleId,
      origin,
      verifierKey: keys.get(logId) ?? policyText.log,
      size: sizes.get(logId) ?? 0,
      phase: phaseOf(catalogue.raffle(raffleId), at),
    })),
  } satisfies LedgerIndex
}

/** A raffle that is on no shelf any more is over. */
const phaseOf = (raffle: ReturnType<Catalogue['raffle']>, at: string): RafflePhase =>
  raffle === undefined ? 'cancelled' : rafflePhase(raffle, at)

type Answer = { type: string; cache: string; body: string | Buffer }

function answer(request: Request, response: Response, { type, cache, body }: Answer): void {
  const etag = etagOf(body)
  response.set({ 'Cache-Control': cache, ETag: etag })
  if (request.headers['if-none-match'] === etag) response.status(304).end()
  else response.type(type).send(body)
}

const etagOf = (body: string | Buffer) =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

/** Entries shrink to half; hashes would not. */
async function answerPacked(request: Request, response: Response, bytes: Buffer): Promise<void> {
  response.set('Vary', 'Accept-Encoding')
  const isPacked = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  if (isPacked) response.set('Content-Encoding', 'gzip')
  const body = isPacked ? await gzipped(bytes) : bytes
  answer(request, response, { type: octets, cache: FOR_EVER, body })
}

type PublishedSize = (logId: string, atLeast: number) => Promise<number>

/** A size only grows, so what was seen once need not be asked again. */
function openPublishedSizes(database: Database): PublishedSize {
  const seen = new Map<string, number>()
  return async (logId, atLeast) => {
    const known = seen.get(logId) ?? 0
    if (known >= atLeast) return known
    const size = (await latestCheckpoint(database, logId))?.size ?? 0
    if (size > known) seen.set(logId, size)
    return size
  }
}

/** What no checkpoint covers yet is not public: a proof of it could not be checked. */
async function requirePublished(
  publishedSize: PublishedSize,
  logId: string,
  { level, index, width }: { level: number; index: number; width: number },
): Promise<void> {
  const leaves = (index * tileWidthMax + width) * tileWidthMax ** level
  if (!Number.isSafeInteger(leaves)) throw notFound()
  const size = await publishedSize(logId, leaves)
  if (tileWidth(size, { level, index }) < width) throw notFound()
}
