// I14, by what stands still: a read model that waits for an operator, and a reactor that fails at a
// fact again and again. Each is spoiled in a transaction that is rolled back.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'
import { allProjections } from '#projections/all.ts'

import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { rolledBack } from '../testing/rolled-back.ts'
import { openProjector } from '../workers/projector.ts'
import { examine } from './run.ts'

let rig: PurchaseRig
beforeAll(async () => {
  rig = await openPurchaseRig()
  const { productIds } = await rig.sellRaffle({ ticketsMax: 5 })
  const items = productIds.map((productId) => ({ productId, quantity: 1 }))
  const { id } = await rig.buy({ items })
  await rig.pay(id, 'approve', 0)
  await rig.watch.askNow(id as OrderId)
  await openProjector({ database: rig.test.database, projections: allProjections }).catchUp()
}, 60_000)
afterAll(() => rig.stop())

it('says of a read model, that it stands still before a fact that came just now', async () => {
  const { findings } = await rolledBack(rig.test.owner, async (tx) => {
    await tx.query(
      `update projections set status = 'stopped', last_error = 'it divides by zero',
              last_error_position = position, position = position - 1
        where name = 'sales' and position > 0`,
    )
    await tx.query('update events set recorded_at = clock_now()')
    return examine(tx)
  })
  expect(findings.find(({ id }) => id === 'I14')).toMatchObject({
    verdict: 'fail',
    examples: [expect.stringMatching(/^sales is 1 facts behind .* still: it divides by zero$/)],
  })
})

it.each([
  ['since a minute', 60, 'fail'],
  ['since a moment', 1, 'pass'],
])('says of a reactor, which fails at a fact %s: %s s, %s', async (_since, seconds, verdict) => {
  const { findings } = await rolledBack(rig.test.owner, async (tx) => {
    await tx.query(
      `insert into reactors (log_id, name, position, last_error)
       select log_id, 'receipts', 0, 'no gateway answers' from logs where log_id like 'shop/%'
       on conflict (log_id, name) do update
          set position = 0, last_error = excluded.last_error`,
    )
    await tx.query('update events set recorded_at = clock_now() - make_interval(secs => $1)', [
      seconds,
    ])
    return examine(tx)
  })
  const found = findings.find(({ id }) => id === 'I14')
  expect(found?.verdict).toBe(verdict)
  const said = expect.stringMatching(/^receipts fails at a fact of shop.* no gateway answers$/)
  if (verdict === 'fail') expect(found?.examples).toContainEqual(said)
})
