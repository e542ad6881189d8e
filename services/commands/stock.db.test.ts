// Counts that were cut short between the fact and the row, and whoever counts next.
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ProductCommand } from '#events/product/decide.ts'

import { diskFiles } from '../providers/files/disk.ts'
import { sellCounted } from '../testing/counted-goods.ts'
import type { CountedGoods } from '../testing/counted-goods.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { terminal } from './audit.ts'
import { readProduct, record } from './product.ts'
import type { ProductNeeds } from './product.ts'
import { repairStock } from './repair-stock.ts'
import { planStock, setStock, withStock } from './stock.ts'

let rig: PurchaseRig
let needs: ProductNeeds
beforeAll(async () => {
  rig = await openPurchaseRig()
  // Without a picture none is written.
  const files = diskFiles(tmpdir())
  needs = { database: rig.test.database, store: rig.store, files, now: rig.desk.now }
})
afterAll(() => rig.stop())

const recordAlone = ({ productId }: CountedGoods, commands: readonly ProductCommand[]) =>
  record(needs, { productId, actor: terminal, act: 'count pieces', commands: () => commands })

/** The fact is there, its row is not. */
async function countAndDie(goods: CountedGoods, pieces: number): Promise<void> {
  const { product } = await readProduct(needs, goods.productId)
  const known = product.stocks[goods.variantId]
  const move = await planStock(needs, known, { ...goods, wanted: { pieces } })
  const dying = { ...move, after: () => Promise.reject(new Error('power cut')) }
  const cut = withStock(dying, () => recordAlone(goods, move.commands))
  await expect(cut).rejects.toThrow('power cut')
}

const count = (goods: CountedGoods, wanted: { pieces: number; piecesSeen?: number }) =>
  setStock(needs, { ...goods, actor: terminal, wanted })

async function countedOf({ variantId }: CountedGoods): Promise<number | undefined> {
  const { rows } = await rig.test.database.query<{ counted: number }>(
    'select counted from variant_stock where variant_id = $1',
    [variantId],
  )
  return rows[0]?.counted
}

describe('pieces whose count was recorded by a process that died', () => {
  it('are not counted a second time by whoever saves again', async () => {
    const goods = await sellCounted(rig, { pieces: 10 })
    await countAndDie(goods, 15)
    expect(await countedOf(goods)).toBe(10)

    expect(await count(goods, { pieces: 15 })).toBeNull()
    expect(await countedOf(goods)).toBe(15)
    expect(await repairStock(needs)).toBe(0)
  })

  it('are told to whoever saw the number of before', async () => {
    const goods = await sellCounted(rig, { pieces: 10 })
    await countAndDie(goods, 15)
    await expect(count(goods, { pieces: 12, piecesSeen: 10 })).rejects.toMatchObject({
      code: 'stock_changed',
      details: { available: 15 },
    })
    await count(goods, { pieces: 12, piecesSeen: 15 })
    expect(await countedOf(goods)).toBe(12)
    expect(await repairStock(needs)).toBe(0)
  })

  it('are counted from none where the row of an earlier counting was left behind', async () => {
    const goods = await sellCounted(rig, { pieces: 10 })
    await recordAlone(goods, [{ type: 'StopStock', variantId: goods.variantId }])
    await rig.moveClock(180)

    await count(goods, { pieces: 12 })
    expect(await countedOf(goods)).toBe(12)
    expect(await repairStock(needs)).toBe(0)
  })
})
