// The pages of the web app, put together for `main.ts`.
import type { Router } from 'express'

import { raffleIdSchema } from '#events/kernel/ids.ts'
import type { BoardRow } from '#projections/raffle-board/queries.ts'

import { readLiveDraw } from './commands/draw-live.ts'
import type { Core } from './core.ts'
import type { DrawDesk } from './draws.ts'
import type { PageReads } from './http/page-queries.ts'
import { openBundle, pageRoutes } from './http/pages.ts'
import { shownOf } from './http/routes/catalogue.ts'
import { rememberBriefly } from './http/routes/draws.ts'
import { openWaitingPage } from './http/waiting-page.ts'

export type PageAreaNeeds = { draws: DrawDesk; distFolder: string }

export async function openPages(core: Core, needs: PageAreaNeeds): Promise<Router> {
  const { config, clock, files } = core
  const { publicOrigin, isHttps } = config.http
  const { translated, ...contact } = config.contact
  return pageRoutes({
    bundle: await openBundle(needs.distFolder),
    publicOrigin,
    isStaffApart: config.admin.origin !== publicOrigin,
    settings: (language) => ({
      ...contact,
      ...(language !== 'en' && translated[language]),
      licenceNumber: config.licence?.number ?? null,
      licenceAuthority: config.licence?.authority ?? null,
      licenceDate: config.licence?.date ?? null,
      gaMeasurementId: config.analytics.gaMeasurementId,
    }),
    files,
    now: clock.now,
    reads: publicReads(core, needs.draws),
    sendWaitingPage: openWaitingPage({ shopName: contact.shopName, isHttps }),
  })
}

/** A page reads what any browser may read: the same answers, as the wire carries them. */
function publicReads({ catalogue, clock }: Core, draws: DrawDesk): PageReads {
  const shown = shownOf({ catalogue, clock })
  const remember = rememberBriefly()
  const raffleOf = (id: string): BoardRow => {
    const raffle = catalogue.raffle(id)
    if (raffle === undefined) throw new Error(`there is no raffle ${id} any more`)
    return raffle
  }
  return {
    isRaffle: (id) => catalogue.raffle(id) !== undefined,
    raffles: () => onWire(shown.raffles()),
    raffle: (id) => onWire(shown.raffle(raffleOf(id))),
    productsOf: (id) => onWire(shown.productsOf(raffleOf(id))),
    draw: async (id) => {
      const raffleId = raffleIdSchema.parse(id)
      return JSON.parse(await remember(id, () => readLiveDraw(draws, raffleId))) as unknown
    },
  }
}

const onWire = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer))
