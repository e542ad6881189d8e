import { expect, it } from 'vitest'

import { readHouse } from '../house.ts'
import { logStatements } from '../simulation/statements-logs.ts'
import { paymentStatements } from '../simulation/statements-payments.ts'
import { purchaseStatements } from '../simulation/statements-purchases.ts'
import { raffleStatements } from '../simulation/statements-raffles.ts'
import { workerStatements } from '../simulation/statements-workers.ts'
import { elsewhere, inWorlds } from './elsewhere.ts'
import { reachedWrites } from './writes.ts'

const house = await readHouse()

it('finds what writes, wherever its text stands, behind every import but of a type', () => {
  const from = (name: string) => `from '../../commands/${name}.ts'`
  const files = {
    'migrations/functions/do_it.sql': '',
    'services/testing/kill-points/scenarios.ts': `import { a } ${from('near')}`,
    'services/commands/near.ts':
      "import type { B } from './other.ts'\nimport { c } from './far.ts'\n" +
      "database.query<{ n: number }>({ name: 'counts', text: 'select 1 as n for update' })",
    'services/commands/far.ts':
      "{ name: 'asks', text: 'select do_it($1)' } { name: 'built', text: built(1) }\n" +
      "database.query('delete from  things')",
    'services/commands/other.ts': "{ name: 'unreached', text: 'delete from things' }",
  }
  const asHouse = Object.entries(files).map(([path, text]) => ({ path, text }))
  expect(reachedWrites(asHouse)).toEqual(['sql asks', 'sql built', 'sql delete from things'])
})

it('finds the steps of a purchase', () => {
  const steps = ['open_purchases', 'append_raffle', 'append_shop', 'answer_purchases']
  const later = ['store_callbacks', 'settle_paid_purchases', 'give_up_receipts', 'move checkpoints']
  const names = [...steps, ...later, 'select open_log($1)'].map((name) => `sql ${name}`)
  expect(reachedWrites(house)).toEqual(expect.arrayContaining(names))
})

it('leaves to others nothing that is not there any more', () => {
  const found = new Set(reachedWrites(house))
  const paths = new Set(house.map(({ path }) => path))
  const stale = elsewhere.flatMap(({ names, tests }) => [
    ...names.filter((name) => !found.has(`sql ${name}`)),
    ...tests.filter((path) => !paths.has(path)),
  ])
  expect(stale).toEqual([])
})

it('leaves to the simulated worlds what they know', () => {
  const known = {
    ...logStatements,
    ...paymentStatements,
    ...purchaseStatements,
    ...raffleStatements,
    ...workerStatements,
  }
  expect(inWorlds.names.filter((name) => !Object.hasOwn(known, name))).toEqual([])
})
