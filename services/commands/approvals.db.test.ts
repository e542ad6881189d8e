// An agreement holds no longer than the part of who gave it (docs/security.md, K21). What else is
// asked of two people is shown over HTTP by `second-person.db.test.ts`.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openClock } from '../clock.ts'
import type { Clock } from '../clock.ts'
import { openEventStore } from '../event-store/store.ts'
import type { EventStore } from '../event-store/types.ts'
import { newId } from '../ids.ts'
import { testDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { decideApproval, secondPerson } from './approvals.ts'
import type { Agreement, ApprovalNeeds, DelicateAct } from './approvals.ts'

let test: TestDatabase
let clock: Clock
let store: EventStore
let needs: ApprovalNeeds
beforeAll(async () => {
  test = await testDatabase()
  clock = await openClock(test.database)
  store = openEventStore({ database: test.database, clock })
  needs = { database: test.database, store, now: clock.now, isAsked: true }
})
afterAll(async () => {
  await store.close()
  await clock.stop()
  await test.drop()
})

async function manager(): Promise<string> {
  const personId = newId<string>()
  await test.owner.query(
    `insert into people (person_id, email, role, password_hash, created_at)
     values ($1, $2, 'manager', 'none', clock_now())`,
    [personId, `${personId}@shop.example`],
  )
  return personId
}

const by = (personId: string) => ({ personId, role: 'manager', address: '10.0.0.1' })
const anAct = (): DelicateAct => ({
  kind: 'capacity_change',
  subject: `raffle/${newId<string>()}`,
  request: { totalTickets: 450 },
  details: {},
  actor: by(newId<string>()),
})
const ask = (act: DelicateAct) => secondPerson(needs).require(act)

type Refusal = { code: string; details: { approvalId: string } }
const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => expect.unreachable('it was not refused'),
    (error: unknown) => error as Refusal,
  )

/** Asked for and agreed to, and not used yet. */
async function agreed(act: DelicateAct, personId: string): Promise<string> {
  const { approvalId } = (await refusalOf(ask(act))).details
  await decideApproval(needs, { approvalId, isApproved: true, note: null, actor: by(personId) })
  return approvalId
}

const changes = {
  'is demoted': `role = 'cashier'`,
  'is let in no longer': 'disabled_at = clock_now()',
}
const change = (personId: string, to: string) =>
  test.owner.query(`update people set ${to} where person_id = $1`, [personId])

describe('K21 what somebody agreed to', () => {
  it.each(Object.entries(changes))('K21 is asked for anew once he %s', async (_how, to) => {
    const act = anAct()
    const personId = await manager()
    const approvalId = await agreed(act, personId)
    await change(personId, to)
    const refused = await refusalOf(ask(act))
    expect(refused.code).toBe('approval_required')
    expect(refused.details.approvalId).not.toBe(approvalId)
    await change(personId, `role = 'owner', disabled_at = null`)
    expect((await refusalOf(ask(act))).details).toEqual(refused.details)

    const { rows } = await test.owner.query<{ state: string }>(
      'select state from approvals where subject = $1 order by requested_at',
      [act.subject],
    )
    expect(rows.map(({ state }) => state)).toEqual(['expired', 'waiting'])
  })

  it('K21 nor does it hold when he goes between the question and the act', async () => {
    const act = anAct()
    const personId = await manager()
    const approvalId = await agreed(act, personId)
    const use = (await ask(act)) as Agreement
    await change(personId, changes['is demoted'])
    expect((await refusalOf(use())).code).toBe('approval_required')
    const types = (await store.readStream(`approval/${approvalId}`)).map(({ event }) => event.type)
    expect(types).toEqual(['ApprovalRequested', 'ApprovalGiven'])
  })
})
