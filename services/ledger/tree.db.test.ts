import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { checkConsistency, checkInclusion, leafHash } from '#events/ledger/merkle.ts'
import { checkTiles, tileWidth } from '#events/ledger/tiles.ts'

import type { Database } from '../io/database.ts'
import { sha256 } from './keys.ts'
import {
  consistencyFromTiles,
  growTree,
  inclusionFromTiles,
  readEntries,
  readTile,
  TreeRefused,
} from './tree.ts'
import { openLogRig } from './testing/log-rig.ts'
import type { LogRig, OpenLog } from './testing/log-rig.ts'

let rig: LogRig
beforeAll(async () => {
  rig = await openLogRig()
})
afterAll(() => rig.close())

const grow = ({ logId }: OpenLog) => growTree(rig.test.database, logId)

describe('the tree of a log', () => {
  it('grows with its facts, and its tiles make its root', async () => {
    const log = await rig.openLog()
    for (const issues of [0, 1, 253, 1, 300]) {
      await rig.sell(log, issues)
      const { size, root } = await grow(log)
      const tiles = await allTiles(log.logId, size)
      expect(checkTiles({ size, root, read: tiles }, sha256)).toBe(true)
    }
    expect((await grow(log)).size).toBe(556)
  })

  it('proves every leaf and every step from its tiles', async () => {
    const log = await rig.openLog()
    await rig.sell(log, 3)
    const before = await grow(log)
    await rig.sell(log, 600)
    const { size, root } = await grow(log)
    const { database } = rig.test
    for (const index of [0, 1, 255, 256, 511, size - 1]) {
      const [entry] = await entriesFrom(log.logId, index)
      const proof = await inclusionFromTiles(database, log.logId, { index, size })
      const leaf = leafHash(entry!, sha256)
      expect(checkInclusion({ index, size, leaf, proof, root }, sha256)).toBe(true)
    }
    const proof = await consistencyFromTiles(database, log.logId, { from: before.size, to: size })
    const claim = { from: before.size, to: size, fromRoot: before.root, toRoot: root, proof }
    expect(checkConsistency(claim, sha256)).toBe(true)
  })

  it('is grown once by all who grow it at the same time', async () => {
    const log = await rig.openLog()
    await rig.sell(log, 400)
    const grown = await Promise.all([1, 2, 3, 4].map(() => grow(log)))
    for (const { size, root } of grown) {
      expect(size).toBe(401)
      const tiles = await allTiles(log.logId, size)
      expect(checkTiles({ size, root, read: tiles }, sha256)).toBe(true)
    }
  })

  it('is grown by who was overtaken between reading its size and its last tiles', async () => {
    const log = await rig.openLog()
    await rig.sell(log, 5)
    await grow(log)
    await rig.sell(log, 3)
    const { database } = rig.test
    let overtaken = 0
    const slow: Database = {
      ...database,
      async query<Row extends object>(...[statement, values]: Parameters<Database['query']>) {
        const isOfTiles = typeof statement === 'object' && statement.name === 'tiles_read'
        if (isOfTiles && overtaken++ === 0) await grow(log)
        return database.query<Row>(statement, values)
      },
    }
    const late = await growTree(slow, log.logId)
    expect(overtaken).toBeGreaterThan(0)
    expect(late).toEqual(await grow(log))
  })

  it('has neither tiles nor entries that it has not grown to', async () => {
    const log = await rig.openLog()
    await grow(log)
    const { database } = rig.test
    expect(await readTile(database, log.logId, { level: 0, index: 0, width: 1 })).toHaveLength(32)
    expect(await readTile(database, log.logId, { level: 0, index: 0, width: 2 })).toBeNull()
    expect(await readTile(database, log.logId, { level: 1, index: 0, width: 1 })).toBeNull()
    expect(await readEntries(database, log.logId, { index: 0, width: 2 })).toBeNull()
  })

  it('F20 is not grown over a stored entry that was altered, and says which', async () => {
    const log = await rig.openLog()
    await rig.sell(log, 5)
    await rig.test.owner.query(
      `update events set payload = replace(payload, '"first":3', '"first":7')
        where log_id = $1 and position = 3`,
      [log.logId],
    )
    await expect(grow(log)).rejects.toThrow(
      new TreeRefused(`${log.logId}: the entry at position 3 was altered`),
    )
  })

  it('F20 is not grown over a leaf that was altered together with its entry', async () => {
    const log = await rig.openLog()
    await rig.sell(log, 5)
    await rig.test.owner.query(
      `update events
          set payload = replace(payload, '"first":3', '"first":7'),
              leaf = sha256('\\x00'::bytea ||
                            convert_to(replace(payload, '"first":3', '"first":7'), 'UTF8'))
        where log_id = $1 and position = 3`,
      [log.logId],
    )
    await expect(grow(log)).rejects.toThrow(new TreeRefused(`${log.logId} has two roots`))
  })

  it('F20 is not grown over a hole', async () => {
    const log = await rig.openLog()
    await rig.sell(log, 5)
    await rig.test.owner.query('delete from events where log_id = $1 and position = 3', [log.logId])
    await expect(grow(log)).rejects.toThrow(/has a hole between/)
  })
})

async function allTiles(logId: string, size: number) {
  const tiles = new Map<string, Buffer>()
  for (const [level, index] of [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 0],
  ] as const) {
    const width = tileWidth(size, { level, index })
    if (width === 0) continue
    const bytes = await readTile(rig.test.database, logId, { level, index, width })
    if (bytes !== null) tiles.set(`${level}/${index}`, bytes)
  }
  return ({ level, index }: { level: number; index: number }) =>
    tiles.get(`${level}/${index}`) ?? Buffer.alloc(0)
}

async function entriesFrom(logId: string, index: number) {
  const bundle = Math.floor(index / 256)
  const from = index - bundle * 256
  const width = from + 1
  const entries = await readEntries(rig.test.database, logId, { index: bundle, width })
  return entries!.slice(from)
}
