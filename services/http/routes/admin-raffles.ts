// Raffles for staff: list, create, change, delete.
import { Router } from 'express'

import { isSealed } from '#events/raffle/draw-state.ts'
import { boardById, boardCount, listBoardPage } from '#projections/raffle-board/queries.ts'
import type { BoardRow } from '#projections/raffle-board/queries.ts'

import type { Catalogue } from '../../catalogue.ts'
import { publishRaffle } from '../../commands/publish-raffle.ts'
import type { PublishNeeds } from '../../commands/publish-raffle.ts'
import { changeRaffle, deleteRaffle, statusNow } from '../../commands/raffle.ts'
import type { RaffleNow } from '../../commands/raffle.ts'
import { changeRaffleForm, createRaffleForm } from '../../contract/admin-raffles.ts'
import { pageQuerySchema } from '../../contract/shared.ts'
import { ask, askOne } from '../../io/ask.ts'
import type { DelicateActs } from '../../commands/delicate-acts.ts'
import type { Limits } from '../limits.ts'
import { invalid, notFound } from '../problem.ts'
import { requireStaff } from '../session.ts'
import { readForm } from '../uploads.ts'
import { adminRaffleWire, raffleVersion } from '../wire.ts'
import { adminEntryRoutes } from './admin-entries.ts'
import { actorOf, etagOf, ifMatch, raffleIdOf, untilShown } from './admin-shared.ts'

export type AdminRaffleNeeds = PublishNeeds & {
  catalogue: Catalogue
  limits: Limits
  delicate?: DelicateActs
}

export function adminRaffleRoutes(needs: AdminRaffleNeeds): Router {
  const router = Router()
  const { database, catalogue, now, limits } = needs

  router.get('/api/admin/raffles', async (request, response) => {
    requireStaff(response)
    const { page, limit } = pageQuerySchema.parse(request.query)
    const offset = (page - 1) * limit
    const rows = await ask(database, listBoardPage({ limit, offset }))
    const total = (await askOne(database, boardCount())) ?? 0
    response.json({
      data: rows.map((row) => adminRaffleWire(row, now())),
      pagination: { hasMore: offset + rows.length < total, total },
    })
  })

  router.get('/api/admin/raffles/:id', async (request, response) => {
    requireStaff(response)
    const row = await askOne(database, boardById(raffleIdOf(request)))
    if (row === undefined) throw notFound()
    response.set('ETag', etagOf(raffleVersion(row))).json(adminRaffleWire(row, now()))
  })

  router.post('/api/admin/raffles', async (request, response) => {
    const actor = actorOf(request, response)
    limits.take('uploadsPerPerson', actor.personId)
    const { fields, image } = await readForm(request)
    const form = createRaffleForm.parse(fields)
    if (image === null)
      throw invalid('Please choose an image.', [{ path: 'image', message: 'is required' }])
    const row = await shownRow(await publishRaffle(needs, { form, image, actor }))
    response
      .status(201)
      .set('ETag', etagOf(raffleVersion(row)))
      .json(adminRaffleWire(row, now()))
  })

  router.put('/api/admin/raffles/:id', async (request, response) => {
    const actor = actorOf(request, response)
    const raffleId = raffleIdOf(request)
    limits.take('uploadsPerPerson', actor.personId)
    const { fields, image } = await readForm(request)
    const form = changeRaffleForm.parse(fields)
    const raffle = await changeRaffle(needs, {
      raffleId,
      form,
      image,
      actor,
      ifVersion: ifMatch(request),
      versionOf,
      secondPerson: async (raffle) => needs.delicate?.capacity({ raffleId, raffle, form, actor }),
    })
    const row = await shownRow(raffle)
    response.set('ETag', etagOf(raffleVersion(row))).json(adminRaffleWire(row, now()))
  })

  router.delete('/api/admin/raffles/:id', async (request, response) => {
    const actor = actorOf(request, response)
    const raffleId = raffleIdOf(request)
    await deleteRaffle(needs, { raffleId, actor, ifVersion: ifMatch(request), versionOf })
    await untilShown(catalogue, () => catalogue.raffle(raffleId) === undefined)
    response.json({ deleted: true })
  })

  router.use(adminEntryRoutes(needs))

  async function shownRow(raffle: RaffleNow): Promise<BoardRow> {
    const version = versionOf(raffle)
    const shown = () => catalogue.raffle(raffle.raffleId)
    await untilShown(catalogue, () => {
      const row = shown()
      return row !== undefined && row.head >= raffle.head && raffleVersion(row) === version
    })
    return rowOf(raffle, shown())
  }

  return router
}

const versionOf = (now: RaffleNow) => raffleVersion(editable(now))

function editable({ raffle, words }: RaffleNow) {
  const { prizeValueCents, opensAt, closesAt, ticketsMax, ticketsMin } = raffle.terms
  const status = statusNow(raffle)
  return { ...words, prizeValueCents, opensAt, closesAt, ticketsMax, ticketsMin, status }
}

/** What was just recorded, with the figures only a read model has. */
function rowOf(now: RaffleNow, shown: BoardRow | undefined): BoardRow {
  const { raffle, raffleId, head } = now
  const { issued, voided, terms, closedCause } = raffle
  return {
    raffleNumber: shown?.raffleNumber ?? '',
    held: shown?.held ?? 0,
    licenceNumber: shown?.licenceNumber ?? '',
    licenceAuthority: shown?.licenceAuthority ?? null,
    licenceDate: shown?.licenceDate ?? null,
    staffMayEnter: shown?.staffMayEnter ?? false,
    publishedAt: shown?.publishedAt ?? terms.opensAt,
    pageVersion: shown?.pageVersion ?? 1,
    ...editable(now),
    raffleId,
    issued,
    voided,
    ticketsSold: issued - voided,
    closedCause,
    draw: raffle.draw,
    isFrozen: isSealed(raffle.draw),
    underSold: terms.underSold,
    ticketsPerPersonMax: terms.ticketsPerPersonMax,
    head,
  }
}
