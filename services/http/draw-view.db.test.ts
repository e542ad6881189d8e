// The board of draws, of raffles whose draw was put off: what was announced of it holds no longer.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { RaffleDraw } from '#events/raffle/draw-state.ts'
import type { BoardRow } from '#projections/raffle-board/queries.ts'

import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { drawBoardOf } from './draw-view.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

const inDays = (days: number) =>
  new Date(rig.desk.now().getTime() + days * 86_400_000).toISOString()

async function raffle(): Promise<BoardRow> {
  const { raffleId } = await rig.sellRaffle({ ticketsMax: 10 })
  return rig.desk.catalogue.raffle(raffleId)!
}

const announce = ({ raffleId }: BoardRow, ordinal: number, drawAt: string) =>
  rig.test.owner.query(
    `insert into draw_sessions
       (draw_id, log_id, mode, draw_at, place, witnesses, representative, recorded_by)
     values ($1, $2, 'beacon', $3, 'Beirut', '[]', '{}', gen_random_uuid())`,
    [`${raffleId}/D${ordinal}`, `raffle/${raffleId}`, drawAt],
  )

function putOff(row: BoardRow, drawAt: string): BoardRow {
  const draw: RaffleDraw = {
    drawId: `${row.raffleId}/D1`,
    ordinal: 1,
    stage: 'postponed',
    mode: 'beacon',
    round: 1,
    drawAt,
    roundAt: drawAt,
    validCount: 4,
    entropy: null,
    numbers: [],
    holder: null,
  }
  return { ...row, draw }
}

async function timesOf(raffles: readonly BoardRow[]): Promise<[string, string | null][]> {
  const shown = { raffles, now: rig.desk.now(), isDemo: true }
  const { draws } = await drawBoardOf(rig.test.database, shown)
  return draws.map(({ raffleId, drawAt }) => [raffleId, drawAt])
}

it('shows the time that is announced for the first draw', async () => {
  const row = await raffle()
  const at = inDays(1)
  await announce(row, 1, at)
  expect(await timesOf([row])).toEqual([[row.raffleId, at]])
})

it('shows the time of the next draw, whichever of the two was written last', async () => {
  const rows = [await raffle(), await raffle()]
  const [first, next] = [inDays(3), inDays(2)]
  for (const [nth, row] of rows.entries())
    for (const ordinal of nth === 0 ? [1, 2] : [2, 1])
      await announce(row, ordinal, ordinal === 1 ? first : next)
  const board = await timesOf(rows.map((row) => putOff(row, first)))
  expect(new Map(board)).toEqual(new Map(rows.map(({ raffleId }) => [raffleId, next])))
})

it('shows no draw that was put off until the next one is announced', async () => {
  const row = await raffle()
  await announce(row, 1, inDays(1))
  expect(await timesOf([putOff(row, inDays(1))])).toEqual([])
})
