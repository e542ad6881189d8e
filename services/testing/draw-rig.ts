// A draw in miniature: the purchase rig with a ledger, keys and the sandbox beacon around it, two
// members of staff, and a clock that a test moves for shop and beacon together.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { OrderId, ProductId, RaffleId } from '#events/kernel/ids.ts'
import type { UnderSoldRule } from '#events/raffle/under-sold.ts'

import type { Acting } from '../commands/draw-acts.ts'
import { readDraw } from '../commands/draw-facts.ts'
import type { DrawNow } from '../commands/draw-facts.ts'
import type { LiveNeeds } from '../commands/draw-live.ts'
import { sandboxBeacon } from '../config-samples.ts'
import type { DrawSessionForm } from '../contract/admin-draws.ts'
import { newId } from '../ids.ts'
import { fileGuard } from '../ledger/guard.ts'
import { openLedgerKeys } from '../ledger/keys.ts'
import { openLedger } from '../ledger/ledger.ts'
import { commitOperator, openOperatorSeed } from '../ledger/operator-seeds.ts'
import { openSigner } from '../ledger/signer.ts'
import { drandBeacon } from '../providers/beacon/drand.ts'
import type { SwitchesChange } from '../sandbox/switches.ts'
import { openPurchaseRig } from './purchase-rig.ts'
import type { PurchaseRig } from './purchase-rig.ts'
import { openSandboxHarness } from './sandbox.ts'

export type DrawRig = PurchaseRig & {
  needs: LiveNeeds
  /** Publishes, sells `tickets`, and moves the clock past the settlement window. */
  soldRaffle: (raffle?: SoldRaffle) => Promise<{ raffleId: RaffleId; productId: ProductId }>
  issue: (raffleId: RaffleId, productId: ProductId, tickets: number) => Promise<OrderId>
  /** One of two members of staff. */
  by: (raffleId: RaffleId, who: 'one' | 'two') => Acting
  now: (raffleId: RaffleId) => Promise<DrawNow>
  /** Shop and beacon alike. */
  passTo: (instant: string) => Promise<void>
  pass: (seconds: number) => Promise<void>
  /** Failures of the beacon, beside its clock. */
  switchBeacon: (change: NonNullable<SwitchesChange['beacon']>) => Promise<void>
  stop: () => Promise<void>
}

export type SoldRaffle = {
  tickets?: number
  ticketsMax?: number
  ticketsMin?: number
  underSold?: UnderSoldRule
  /** A quorum of this many witnesses whom nobody can reach. */
  quorum?: number
  isStillOpen?: boolean
}

export const dice = 'D6-simulated:3 1 6 2 5 5 4 1 2 6 3 3 1 4 6 2 5 1 4 2'
const SETTLEMENT_SECONDS = 1_800
const SALE_SECONDS = 60

export const session = (change: Partial<DrawSessionForm> = {}): DrawSessionForm => ({
  mode: 'beacon',
  place: 'Chamber of Commerce, Beirut',
  witnesses: [{ name: 'Rana Saab', title: 'Notary', office: 'Beirut 12', documentNumber: '77' }],
  representative: { name: 'Sami Aoun', office: 'Lottery Directorate', documentNumber: '5' },
  ...change,
})

export async function openDrawRig({ mayActAlone = false } = {}): Promise<DrawRig> {
  const rig = await openPurchaseRig()
  const folder = await mkdtemp(join(tmpdir(), 'qura-draw-'))
  const keys = await openLedgerKeys({ folder, mayCreate: true })
  const harness = await openSandboxHarness()
  const { database } = rig.test
  const staff = await openStaff(rig)
  const clock = { aheadSeconds: 0 }
  const needs: LiveNeeds = {
    database,
    store: rig.store,
    now: rig.desk.now,
    desk: rig.desk,
    catalogue: { raffle: () => undefined },
    beacon: drandBeacon({
      chain: sandboxBeacon,
      isSandbox: true,
      relays: [`${harness.sandbox.url}/beacon`],
      breaker: { callsMin: 20, openMs: 1 },
    }),
    ledger: openLedger({
      database,
      signer: openSigner({ guard: fileGuard(join(folder, 'guard')), keys }),
      witnesses: [],
      failed: () => {},
    }),
    openSeed: (raffleId) => openOperatorSeed({ database, keys }, raffleId),
    settlementSeconds: SETTLEMENT_SECONDS,
    mayActAlone,
    softwareSha256: async () => '00'.repeat(32),
  }

  async function pass(seconds: number): Promise<void> {
    await rig.moveClock(seconds)
    clock.aheadSeconds += Math.ceil(seconds)
    await harness.switchOn({ beacon: { aheadSeconds: clock.aheadSeconds } })
  }

  return {
    ...rig,
    needs,
    pass,
    passTo: (instant) => pass((Date.parse(instant) - rig.desk.now().getTime()) / 1000),
    switchBeacon: (change) => harness.switchOn({ beacon: { ...change, ...clock } }),
    issue: (raffleId, productId, tickets) => issue(rig, { raffleId, productId, tickets }),
    by: (raffleId, who) => ({ raffleId, doer: { kind: 'staff', actor: staff[who] } }),
    now: (raffleId) => readDraw(needs, raffleId),
    async soldRaffle(raffle = {}) {
      const { tickets = 40, ticketsMax = 1_000, ticketsMin = 0, underSold = 'draw' } = raffle
      const { quorum = 0, isStillOpen = false } = raffle
      const raffleId = newId<RaffleId>()
      const origin = `shop.example/ledger/${raffleId}`
      const witnesses = Array.from({ length: quorum }, (_, at) => strangerKeys[at] ?? '')
      const { productIds } = await rig.sellRaffle({
        raffleId,
        ticketsMax,
        closesInSeconds: SALE_SECONDS,
        terms: {
          origin,
          ticketsMin,
          underSold,
          drandChainHash: sandboxBeacon.chainHash,
          drandPublicKey: sandboxBeacon.publicKey,
          operatorCommit: await commitOperator({ database, keys }, raffleId),
          policy: { log: keys.verifierKey(origin), witnesses, quorum },
        },
      })
      const productId = productIds[0]!
      for (let sold = 0; sold < tickets; sold += 4)
        await issue(rig, { raffleId, productId, tickets: Math.min(4, tickets - sold) })
      if (!isStillOpen) await pass(SALE_SECONDS + SETTLEMENT_SECONDS)
      return { raffleId, productId }
    },
    async stop() {
      await harness.stop()
      await rig.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Witnesses of somewhere else: well-formed keys that nobody here holds. */
const strangerKeys = ['witness.example/1+59b0ad81+BAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB']

type Actors = Record<'one' | 'two', { personId: string; role: string; address: string }>

async function openStaff({ test }: PurchaseRig): Promise<Actors> {
  const actor = { role: 'owner', address: '127.0.0.1' }
  const actors = {
    one: { ...actor, personId: newId<string>() },
    two: { ...actor, personId: newId<string>() },
  }
  for (const [name, { personId }] of Object.entries(actors))
    await test.owner.query(
      `insert into people (person_id, full_name, email, role, password_hash, created_at)
       values ($1, $2, $3, 'owner', 'none', clock_now())`,
      [personId, `Person ${name}`, `${name}@shop.example`],
    )
  return actors
}

type Issuing = { raffleId: RaffleId; productId: ProductId; tickets: number }

/** An order that somebody paid in cash: its tickets, and whose they are. */
async function issue(
  { store, test, desk }: PurchaseRig,
  { raffleId, productId, tickets }: Issuing,
): Promise<OrderId> {
  const orderId = newId<OrderId>()
  const lineId = newId<never>()
  const phone = `+9617${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`
  await test.owner.query(
    `insert into order_contacts (order_id, name, phone, language, created_at)
     values ($1, 'Maya Haddad', $2, 'en', clock_now())`,
    [orderId, phone],
  )
  await store.raffle(raffleId).issue({
    orderLineId: lineId,
    orderId,
    productId,
    quantity: tickets,
    ticketsPerUnit: 1,
    channel: 'manual',
    personKey: desk.personKeyOf(phone),
    orderText: `{"order":"${orderId}"}`,
    holderText: `{"phone":"${phone}"}`,
    capacity: 'room',
    meta: { commandId: newId<never>(), correlationId: orderId, actor: 'system:test', orderId },
  })
  return orderId
}
