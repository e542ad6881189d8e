// Ordinary append of one fact to a new stream: validated, written as canonical JSON, its version
// checked, its command remembered, its position without a gap.
import { hash, randomUUID } from 'node:crypto'

import type { CommandId } from '#events/kernel/ids.ts'

import { openClock } from '../clock.ts'
import { openEventStore } from '../event-store/store.ts'
import { openDatabase } from '../io/database.ts'
import { hold, type Contest, type Outcome, type Pace } from './contest.ts'
import { bareInsert, emmett, EMMETT, INSERT, metaOf, orderPlaced, type Rival } from './rivals.ts'

export type BenchAddresses = { url: string; ownerUrl: string }
/** `restartServer`: ends PostgreSQL and starts it at the same address; null: it is not our own. */
export type BenchServer = BenchAddresses & { restartServer: (() => Promise<void>) | null }

export async function benchAppend(
  addresses: BenchAddresses,
  pace: Pace,
  progress: (step: string) => void,
): Promise<Outcome[]> {
  const rivals = [
    await qura(addresses.url),
    await emmett(addresses.ownerUrl, 10),
    await emmett(addresses.ownerUrl, 50),
    await bareInsert(addresses.ownerUrl, 10),
    await bareInsert(addresses.ownerUrl, 50),
  ]
  const contenders = rivals.map(({ contender }) => contender)
  const againstInsert = [INSERT(10), INSERT(50)]
  const contests: Contest[] = [
    {
      name: 'append one fact to a new stream',
      callers: 50,
      contenders,
      targets: [
        { against: [EMMETT(10), EMMETT(50)], ratio: 4 },
        { against: againstInsert, ratio: 1.2 },
      ],
    },
    {
      name: 'append one fact to a new stream',
      callers: 10,
      contenders: contenders.filter(({ name }) => !name.startsWith('Emmett')),
      targets: [{ against: againstInsert, ratio: 0.8 }],
    },
  ]
  const outcomes: Outcome[] = []
  for (const contest of contests) outcomes.push(await hold(contest, pace, progress))
  for (const { close } of rivals) await close()
  return outcomes
}

async function qura(url: string): Promise<Rival> {
  const database = openDatabase({ url, applicationName: 'qura bench', poolMax: 2 })
  const clock = await openClock(database)
  const store = openEventStore({ database, clock })
  return {
    contender: {
      name: 'Qura append',
      act: async () => {
        const commandId = randomUUID() as CommandId
        const answer = await store.append({
          streamId: `order/${randomUUID()}`,
          expectedVersion: 0,
          commandId,
          requestHash: hash('sha256', commandId, 'hex'),
          facts: [{ type: 'OrderPlaced', data: orderPlaced }],
          meta: metaOf(commandId) as never,
        })
        if (answer.kind !== 'ok') throw new Error(`append answered ${answer.kind}`)
      },
    },
    async close() {
      await store.close()
      await clock.stop()
      await database.end()
    },
  }
}
