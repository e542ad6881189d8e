import { afterAll, beforeAll, expect, it } from 'vitest'

import { allProjections } from '#projections/all.ts'

import type { FileStore } from '../providers/files/port.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { openProjector } from '../workers/projector.ts'
import { askForPictures } from './missing-pictures.ts'

let rig: PurchaseRig
beforeAll(async () => {
  rig = await openPurchaseRig()
  for (const image of ['there', 'gone', 'gone', '/art/of-the-program.svg']) await shown(image)
}, 60_000)
afterAll(() => rig.stop())

/** Of a raffle whose page shows it: a rig's raffles have no pages. */
async function shown(image: string): Promise<void> {
  const { owner, database } = rig.test
  const { raffleId } = await rig.sellRaffle({ ticketsMax: 10 })
  await openProjector({ database, projections: allProjections }).catchUp()
  await owner.query(
    `insert into raffle_board_page_v1_1 (raffle_id, version, written_at, words)
     values ($1, 1, clock_now(), $2)`,
    [raffleId, JSON.stringify({ name: 'A watch', description: '', prizeInfo: '', image })],
  )
}

const stored = { bytes: Buffer.from('a'), contentType: 'image/webp', etag: '"a"' }

it('counts the pictures of the catalogue that are there in no width', async () => {
  const files: Pick<FileStore, 'get'> = {
    get: async (key) => (key === 'images/there-640.webp' ? stored : null),
  }
  expect(await askForPictures(rig.test.owner, files)).toEqual({ missing: 1 })
})

it('says why it could not ask, and fails nothing for it', async () => {
  const files: Pick<FileStore, 'get'> = {
    get: () => Promise.reject(new Error('the bucket does not answer')),
  }
  expect(await askForPictures(rig.test.owner, files)).toEqual({
    missing: null,
    why: 'the bucket does not answer',
  })
})
