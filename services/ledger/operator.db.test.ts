import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { listFolder, makeFolder, writeOnce } from '../io/files.ts'
import { headDifferences, headsAgeSeconds, lastHeads, writeHeads } from './heads.ts'
import { keepCosignatures, offlineRequest, requireWitnessed } from './offline.ts'
import { openPublicLogs } from './public-logs.ts'
import { openLogRig } from './testing/log-rig.ts'
import type { LogRig, OpenLog } from './testing/log-rig.ts'

let rig: LogRig
beforeAll(async () => {
  rig = await openLogRig(2)
})
afterAll(() => rig.close())

const publicLog = async (log: OpenLog) =>
  (await openPublicLogs(rig.test.database).ofRaffle(log.raffleId))!

describe('a witness without a network', () => {
  it('reads a request from a file, and its answer is kept', async () => {
    const log = await rig.openLog()
    const ledger = rig.ledger()
    const [one] = rig.witnesses
    const witness = one!.verifierKey
    const { database } = rig.test
    for (const issues of [3, 400]) {
      await rig.sell(log, issues)
      await ledger.publish(log.raffleId)
      const request = await offlineRequest(database, await publicLog(log), {
        witness,
        oldSize: null,
      })
      const { status, body } = await one!.addCheckpoint(request)
      expect(status).toBe(200)
      const size = Number(request.slice(request.indexOf('\n\n')).split('\n')[3])
      const kept = await keepCosignatures(database, await publicLog(log), { size, lines: body })
      expect(kept).toEqual(['witness.example/1'])
    }
    expect((await ledger.quorumAt(log.origin, 1)).witnesses[0]!.at).toBeInstanceOf(Date)
  })

  it('is not believed about another checkpoint, and strangers are passed over', async () => {
    const log = await rig.openLog()
    await rig.ledger().publish(log.raffleId)
    const { database } = rig.test
    const asked = { witness: rig.witnesses[0]!.verifierKey, oldSize: null }
    const request = await offlineRequest(database, await publicLog(log), asked)
    const { body } = await rig.witnesses[0]!.addCheckpoint(request)
    await rig.sell(log, 1)
    await rig.ledger().publish(log.raffleId)
    const keep = (size: number, lines: string) =>
      publicLog(log).then((known) => keepCosignatures(database, known, { size, lines }))
    await expect(keep(2, body)).rejects.toThrow(/no cosignatures of the checkpoint of 2 leaves/)
    await expect(keep(9, body)).rejects.toThrow(/of 9 leaves/)
    await expect(keep(1, 'no line\n')).rejects.toThrow(/of 1 leaves/)
    expect(await keep(1, body)).toEqual(['witness.example/1'])
    const stranger = body.replace('witness.example/1', 'witness.example/9')
    expect(await keep(1, stranger)).toEqual([])
  })
})

describe('a signer that has lost its record', () => {
  it('goes on from a checkpoint that the quorum has cosigned, and from no other', async () => {
    const log = await rig.openLog()
    const ledger = rig.ledger()
    await rig.sell(log, 5)
    const alone = (await ledger.publish(log.raffleId)).note
    const known = await publicLog(log)
    expect(() => requireWitnessed(alone, known, [])).toThrow(/0 witnesses have cosigned/)
    await ledger.cosign(log.raffleId)
    const { note } = await ledger.publish(log.raffleId)
    const checkpoint = requireWitnessed(note, known, [])
    expect(() => requireWitnessed(note.replace('\n6\n', '\n7\n'), known, [])).toThrow(
      /no checkpoint signed by/,
    )
    const lost = rig.ledger({ signerFolder: join(rig.signerFolder, 'lost') })
    await rig.sell(log, 2)
    await expect(lost.publish(log.raffleId)).rejects.toThrow(/npm run signer -- adopt/)
    await lost.signer.adopt(checkpoint)
    expect((await lost.publish(log.raffleId)).size).toBe(8)
  })
})

describe('the list of heads', () => {
  it('is written once an hour, and tells what a restored database lacks', async () => {
    const log = await rig.openLog()
    await rig.sell(log, 4)
    const folder = join(rig.signerFolder, 'heads')
    const { database } = rig.test
    const at = (time: string) => ({ database, folder, now: () => new Date(time) })
    expect(await headsAgeSeconds(at('2026-11-21T08:10:00.000Z'))).toBe(Infinity)
    await writeHeads(at('2026-11-21T08:10:00.000Z'))
    await rig.sell(log, 1)
    await writeHeads(at('2026-11-21T08:50:00.000Z'))
    expect(await listFolder(folder)).toEqual(['2026-11-21T08.txt'])
    await writeHeads(at('2026-11-21T09:00:00.000Z'))
    const { hour, heads } = await lastHeads(folder)
    expect(hour).toBe('2026-11-21T09')
    expect(await headsAgeSeconds(at('2026-11-21T12:00:01.000Z'))).toBe(3 * 3_600 + 1)
    expect(heads.find(({ logId }) => logId === log.logId)?.head).toBe(6)
    expect(await headDifferences(database, heads)).toEqual([])

    await rig.test.owner.query('delete from events where log_id = $1 and position = 6', [log.logId])
    expect(await headDifferences(database, heads)).toEqual([
      `${log.logId} has nothing at position 6`,
    ])
    const other = heads.map((head) => ({ ...head, head: Math.min(head.head, 5) }))
    expect(await headDifferences(database, other)).toContain(
      `${log.logId} has another fact at position 5`,
    )
    expect(await lastHeads(join(folder, 'none'))).toEqual({ hour: '', heads: [] })
  })

  it('keeps every hour of ninety days, and of each day before that the last one', async () => {
    const folder = join(rig.signerFolder, 'old heads')
    const hours = ['2026-08-21T07', '2026-08-21T22', '2026-08-22T05']
    const young = ['2026-08-23T00', '2026-08-23T01']
    await makeFolder(folder)
    for (const hour of [...hours, ...young]) await writeOnce(join(folder, `${hour}.txt`), '')
    const now = () => new Date('2026-11-21T09:10:00.000Z')
    await writeHeads({ database: rig.test.database, folder, now })
    const kept = [...hours.slice(1), ...young, '2026-11-21T09']
    expect(await listFolder(folder)).toEqual(kept.map((hour) => `${hour}.txt`))
  })
})
