// Two members of staff at two processes save one raffle at the same moment; one who has lost his
// connection meanwhile.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { openOtherProcess } from '../event-store/testing/shop.ts'
import type { OtherProcess } from '../event-store/testing/shop.ts'
import { diskFiles } from '../providers/files/disk.ts'
import { openDrawRig } from '../testing/draw-rig.ts'
import type { DrawRig } from '../testing/draw-rig.ts'
import { changeRaffle, readRaffle } from './raffle.ts'
import type { RaffleNeeds, RaffleNow } from './raffle.ts'
import { oneAtATime } from './turns.ts'

let rig: DrawRig
let other: OtherProcess
beforeAll(async () => {
  rig = await openDrawRig()
  other = await openOtherProcess(rig.test.url)
}, 60_000)
afterAll(async () => {
  await other.stop()
  await rig.stop()
})

const versionOf = ({ head, words }: RaffleNow) => `${head} ${JSON.stringify(words)}`

it('one of them is told who was first, and nobody’s words are lost', async () => {
  const { raffleId } = await rig.soldRaffle({ tickets: 1, isStillOpen: true })
  const here: RaffleNeeds = { ...rig.needs, files: diskFiles('/nowhere') }
  const there = { ...here, database: other.database, store: other.store }
  const seen = versionOf(await readRaffle(here, raffleId))
  const { doer } = rig.by(raffleId, 'one')
  if (doer.kind !== 'staff') throw new Error('staff change a raffle')
  const save = (needs: RaffleNeeds, description: string) =>
    changeRaffle(needs, {
      raffleId,
      form: { description, reason: 'typo' },
      image: null,
      actor: doer.actor,
      ifVersion: seen,
      versionOf,
    })

  const words = ['from here', 'from there']
  const saved = await Promise.allSettled([save(here, words[0]!), save(there, words[1]!)])

  const winner = saved.findIndex(({ status }) => status === 'fulfilled')
  const refused = saved.filter((one) => one.status === 'rejected')
  expect(refused.map(({ reason }) => reason.code)).toEqual(['edit_conflict'])
  expect((await readRaffle(here, raffleId)).words.description).toBe(words[winner])
})

it('what was done is told though the connection that held the turn was lost', async () => {
  const { raffleId } = await rig.soldRaffle({ tickets: 1, isStillOpen: true })
  const act = async () => {
    const { rows } = await rig.test.owner.query(
      `select pg_terminate_backend(pid, 5000) from pg_locks
        where locktype = 'advisory' and database = (
              select oid from pg_database where datname = current_database())
          and pid in (select pid from pg_stat_activity where application_name = $1)`,
      ['the other process'],
    )
    return rows.length
  }
  expect(await oneAtATime(other.database, raffleId, act)).toBe(1)
  expect(await oneAtATime(other.database, raffleId, async () => 'the next')).toBe('the next')
})
