// One process of the shop, as `core.ts` puts it together: the real event store, raffle writers,
// order desk, payment watch, sweeps, projector and reactors. Only what they ask is simulated.
import { allProjections } from '#projections/all.ts'
import type { BoardLedger } from '#projections/raffle-board/projection.ts'
import type { ShelfRow } from '#projections/product-shelf/queries.ts'
import { statusOf } from '#projections/raffle-board/queries.ts'
import type { BoardRow } from '#projections/raffle-board/queries.ts'

import type { Clock } from '../../clock.ts'
import { openOrderDesk } from '../../commands/order-desk.ts'
import type { DeskParts, OrderDesk } from '../../commands/order-desk.ts'
import { openPaymentWatch } from '../../commands/payment-watch.ts'
import type { PaymentWatch } from '../../commands/payment-watch.ts'
import type { OnlineMethod } from '../../commands/purchase-rows.ts'
import { openEventStore } from '../../event-store/store.ts'
import type { EventStore } from '../../event-store/types.ts'
import type { RawRequest } from '../../providers/payments/port.ts'
import { openProjector } from '../../workers/projector.ts'
import { openReactor } from '../../workers/reactor.ts'
import { cancelledOrders } from '../../workers/reactors/cancelled-orders.ts'
import { cancelledRaffles } from '../../workers/reactors/cancelled-raffles.ts'
import { orderNotices } from '../../workers/reactors/order-notices.ts'
import { orderSweeps } from '../../workers/reactors/order-sweeps.ts'
import { receipts } from '../../workers/reactors/receipts.ts'

import type { Chance } from './chance.ts'
import { connect } from './connection.ts'
import type { Connection } from './connection.ts'
import type { Network } from './network.ts'
import type { Outside } from './outside.ts'
import type { MemoryServer } from './server.ts'
import type { Timeline } from './timeline.ts'

export const CALLBACK_KEY = 'the key of callbacks in simulated worlds'
export const HOLD_SECONDS = 1_800
export const SETTLEMENT_SECONDS = 1_800

/** What is sold: names, prices and terms that never change here; counts come from the database. */
export type Assortment = {
  board: ReadonlyMap<string, BoardRow>
  shelf: ReadonlyMap<string, ShelfRow>
}

export type ShopProcess = {
  name: string
  isAlive: boolean
  database: Connection
  store: EventStore
  desk: OrderDesk
  watch: PaymentWatch
  /** By the names of `order-sweeps.ts`. */
  sweeps: ReadonlyMap<string, () => Promise<void>>
  catchUp: () => Promise<void>
  /** All reactors, until none of them finds anything more. */
  react: () => Promise<void>
  /** Off by `skewMs` until it looks at the database's again. */
  clock: { skewMs: number }
  receive: (method: OnlineMethod, raw: RawRequest) => Promise<void>
}

export type ShopNeeds = {
  name: string
  server: MemoryServer
  network: Network
  timeline: Timeline
  chance: Chance
  outside: Outside
  assortment: Assortment
  /** Broken rules: a raffle that halted, a projection that stopped. */
  alarm: (what: string) => void
}

export function openShop(needs: ShopNeeds): ShopProcess {
  const { name, network, server, chance, outside, alarm } = needs
  const life = { name, isAlive: true }
  const database = connect({ life, network, server, chance })
  const clock = clockOf(needs)
  const store = openEventStore({
    database,
    clock,
    settlementSeconds: SETTLEMENT_SECONDS,
    onHalt: ({ logId, error }) => alarm(`${logId} halted: ${error.message}`),
  })
  const desk = openOrderDesk({
    database,
    store,
    now: clock.now,
    catalogue: catalogueOf(needs),
    providers: {
      whishpay: outside.provider('whishpay', life, CALLBACK_KEY),
      montypay: outside.provider('montypay', life, CALLBACK_KEY),
    },
    gateway: outside.gateway(life),
    ...settings,
  })
  const watch = openPaymentWatch(desk)
  return Object.assign(life, {
    database,
    store,
    desk,
    watch,
    sweeps: sweepsOf({ desk, watch }),
    ...workersOf({ database, desk, alarm }),
    clock,
    receive: receiverOf({ desk, watch }),
  })
}

const settings = {
  linkSecrets: [Buffer.alloc(32, 1)],
  personSecret: Buffer.alloc(32, 2),
  callbackKey: CALLBACK_KEY,
  publicOrigin: 'https://shop.example',
  holdSeconds: HOLD_SECONDS,
  manualHoldSeconds: 72 * 3_600,
  log: { info: () => {}, warn: () => {}, error: () => {} },
}

/** `services/clock.ts` asks the database and keeps the distance; the distance may be wrong. */
function clockOf({ timeline }: ShopNeeds) {
  const clock = {
    skewMs: 0,
    now: () => new Date(Math.round(timeline.now()) + clock.skewMs),
    sync: async () => void (clock.skewMs = 0),
  }
  return clock satisfies Pick<Clock, 'now' | 'sync'>
}

function catalogueOf({ assortment, server }: ShopNeeds): DeskParts['catalogue'] {
  const { board, shelf } = assortment
  const shown = (row: BoardRow): BoardRow => {
    const ledger = server.tables.models.get('raffle_board_ledger_v1_1')?.get(row.raffleId)
    // `raffle-board` wrote it, in this version of its state.
    const state = ledger?.['state'] as BoardLedger | undefined
    if (state === undefined) return row
    const { issued, closedCause, terms } = state
    return { ...row, issued, closedCause, closesAt: terms.closesAt, status: statusOf(state) }
  }
  return {
    product: (id) => shelf.get(id),
    raffle: (id) => {
      const row = board.get(id)
      return row === undefined ? undefined : shown(row)
    },
    raffles: () => [...board.values()].map(shown),
  }
}

function sweepsOf(needs: { desk: OrderDesk; watch: PaymentWatch }) {
  const sweeps = new Map<string, () => Promise<void>>()
  orderSweeps({ sweep: (name, _everyMs, act) => void sweeps.set(name, act) }, needs)
  return sweeps
}

type WorkerNeeds = { database: Connection; desk: OrderDesk; alarm: ShopNeeds['alarm'] }

function workersOf({ database, desk, alarm }: WorkerNeeds): Pick<ShopProcess, 'catchUp' | 'react'> {
  const projector = openProjector({
    database,
    projections: allProjections,
    stopped: ({ projection, logId, position, error }) =>
      alarm(`${projection} stopped in ${logId} at ${position}: ${error.message}`),
  })
  const reactors = [
    cancelledOrders(desk),
    cancelledRaffles(desk),
    receipts(desk),
    orderNotices(desk),
  ]
  // A reactor that failed says so in its row; the next run tries again.
  const open = (reactor: (typeof reactors)[number]) =>
    openReactor({ database, reactor, failed: () => {} })
  const runners = new Map<string, ReturnType<typeof open>>()
  return {
    catchUp: projector.catchUp,
    async react() {
      for (const reactor of reactors) {
        const runner = runners.get(reactor.name) ?? open(reactor)
        runners.set(reactor.name, runner)
        runner.catch(() => runners.delete(reactor.name))
        await (await runner).run()
      }
    },
  }
}

/** As `http/routes/callbacks.ts` does it, without the limits. */
function receiverOf({ desk, watch }: { desk: OrderDesk; watch: PaymentWatch }) {
  return async (method: OnlineMethod, raw: RawRequest): Promise<void> => {
    const hint = desk.providers[method]!.parseCallback(raw)
    await desk.callbacks.store({ method, raw, hint })
    if (hint.isAuthentic && hint.attemptRef !== null) watch.ringForCallback(hint.attemptRef)
  }
}
