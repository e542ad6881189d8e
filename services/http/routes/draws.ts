// Draws and winners as everybody may watch them. Thousands look at one draw at once: each answer is
// made once a second for all of them.
import { createHash } from 'node:crypto'

import { Router } from 'express'
import type { Request, Response } from 'express'

import type { RaffleId } from '#events/kernel/ids.ts'

import type { Catalogue } from '../../catalogue.ts'
import { readLiveDraw } from '../../commands/draw-live.ts'
import type { LiveNeeds } from '../../commands/draw-live.ts'
import { noQuery } from '../../contract/shared.ts'
import { drawBoardOf, winnersOf } from '../draw-view.ts'
import { notFound } from '../problem.ts'
import { raffleIdOf } from './admin-shared.ts'

export type DrawRouteNeeds = {
  draws: LiveNeeds & { catalogue: Pick<Catalogue, 'raffle' | 'raffles'> }
  isDemo: boolean
}

const REMEMBER_MS = 1_000
const REMEMBERED_MAX = 1_000

export function drawRoutes({ draws, isDemo }: DrawRouteNeeds): Router {
  const router = Router()
  const { database, catalogue } = draws
  const remember = rememberBriefly()

  router.get('/api/draws', async (request, response) => {
    noQuery.parse(request.query)
    const board = () =>
      drawBoardOf(database, { raffles: catalogue.raffles(), now: draws.now(), isDemo })
    send(request, response, await remember('board', board))
  })

  router.get('/api/draws/:id', async (request, response) => {
    const raffleId: RaffleId = raffleIdOf(request)
    if (catalogue.raffle(raffleId) === undefined) throw notFound()
    send(request, response, await remember(raffleId, () => readLiveDraw(draws, raffleId)))
  })

  router.get('/api/winners', async (request, response) => {
    noQuery.parse(request.query)
    const winners = () => winnersOf(database, catalogue.raffles(), isDemo)
    send(request, response, await remember('winners', winners))
  })

  return router
}

type Remembered = { made: Promise<string>; untilMs: number }

/** Whoever comes while an answer is being made gets that one. A failure is not remembered. */
export function rememberBriefly() {
  const remembered = new Map<string, Remembered>()
  return (name: string, make: () => Promise<unknown>): Promise<string> => {
    const known = remembered.get(name)
    if (known !== undefined && known.untilMs > performance.now()) return known.made
    if (remembered.size >= REMEMBERED_MAX) remembered.clear()
    const made = make().then((value) => JSON.stringify(value))
    made.catch(() => remembered.delete(name))
    remembered.set(name, { made, untilMs: performance.now() + REMEMBER_MS })
    return made
  }
}

function send(request: Request, response: Response, json: string): void {
  const etag = `"${createHash('sha1').update(json).digest('base64url')}"`
  response.set({ 'Cache-Control': 'public, no-cache', ETag: etag })
  if (request.headers['if-none-match'] === etag) response.status(304).end()
  else response.type('application/json').send(json)
}
