// The phone of an order was corrected: whose its tickets are in a raffle that counts them.
import { expect, it } from 'vitest'

import type { LineId } from '#events/kernel/ids.ts'
import { annulled, registerSealed } from '#events/testing/draws.ts'
import { expectRejection } from '#events/testing/given.ts'
import { closed } from '#events/testing/raffles.ts'

import { decideItem } from './raffle-decide.ts'
import { deciding } from './testing/deciding.ts'
import { gate, memoryDatabase, settled, storeInMemory } from './testing/memory-database.ts'
import { holdOf, issueHeld, issueOf, metaOf, newId, openRaffle } from './testing/shop.ts'

async function opened(ticketsPerPersonMax = 3) {
  const memory = memoryDatabase()
  const [store, other] = [storeInMemory(memory), storeInMemory(memory)]
  const { raffleId, productId } = await openRaffle(store, { ticketsPerPersonMax })
  const [raffle, theirs] = [store.raffle(raffleId), other.raffle(raffleId)]
  const hold = (personKey: string, n: number) => raffle.hold(holdOf(productId, { personKey, n }))
  return { memory, raffle, theirs, productId, hold }
}

const full = (available: number) => ({ code: 'person_limit', details: { available } })

it('held or issued, they count for the new person and no more for the old', async () => {
  const { raffle, productId, hold } = await opened()
  const held = holdOf(productId, { personKey: 'ann' })
  const issued = issueOf(productId, { personKey: 'ann' })
  await raffle.hold(held)
  await raffle.issue(issued)
  await raffle.changePerson([held.orderLineId, issued.orderLineId], 'bob')

  await expect(hold('bob', 2)).rejects.toMatchObject(full(1))
  await hold('ann', 3)
  await raffle.issue(issueHeld({ ...held, personKey: 'bob' }))
  await expect(hold('bob', 2)).rejects.toMatchObject(full(1))
})

it('is known to the process that had counted both persons before', async () => {
  const { raffle, theirs, productId } = await opened()
  const issued = issueOf(productId, { personKey: 'ann', quantity: 2 })
  await raffle.issue(issued)
  await theirs.hold(holdOf(productId, { personKey: 'ann' }))
  await theirs.hold(holdOf(productId, { personKey: 'bob' }))
  await raffle.changePerson([issued.orderLineId], 'bob')

  const more = (personKey: string) => theirs.hold(holdOf(productId, { personKey }))
  await expect(more('bob')).rejects.toMatchObject(full(0))
  await more('ann')
})

it('is refused to whoever has too many himself, and then nothing has moved', async () => {
  const { raffle, productId, hold } = await opened()
  const issued = issueOf(productId, { personKey: 'ann', quantity: 2 })
  await raffle.issue(issued)
  await hold('bob', 2)
  const change = () => raffle.changePerson([issued.orderLineId], 'bob')
  await expect(change()).rejects.toMatchObject(full(1))
  await expect(hold('ann', 2)).rejects.toMatchObject(full(1))

  const ranges = [[1, 1]] as const
  await raffle.command({ type: 'VoidTickets', now: '', ranges, reason: 'returned' }, metaOf())
  await change()
  await hold('ann', 3)
})

it('may buy again once his tickets went back, whoever else bought in that moment', async () => {
  const { raffle, productId, hold } = await opened()
  await raffle.issue(issueOf(productId, { personKey: 'ann', quantity: 3 }))
  const ranges = [[1, 2]] as const
  await Promise.all([
    raffle.command({ type: 'VoidTickets', now: '', ranges, reason: 'returned' }, metaOf()),
    hold('bob', 1),
  ])
  await expect(hold('ann', 3)).rejects.toMatchObject(full(2))
  await hold('ann', 2)
})

it('is refused by a process that has counted nobody yet, too', async () => {
  const { raffle, theirs, productId } = await opened()
  const issued = issueOf(productId, { personKey: 'ann', quantity: 2 })
  await raffle.issue(issued)
  await raffle.issue(issueOf(productId, { personKey: 'bob', quantity: 2 }))
  await expect(theirs.changePerson([issued.orderLineId], 'bob')).rejects.toMatchObject(full(1))
})

it('is known of what another process holds and this one has not read', async () => {
  const { raffle, theirs, memory, productId, hold } = await opened()
  await hold('cat', 1)
  await theirs.hold(holdOf(productId, { personKey: 'dan' }))
  const held = holdOf(productId, { personKey: 'ann', n: 2 })
  await raffle.hold(held)
  await theirs.changePerson([held.orderLineId], 'bob')
  const rows = [...memory.tables.holds.values()]
  const moved = rows.find(({ order_line_id: line }) => line === held.orderLineId)
  expect(moved).toMatchObject({ person_key: 'bob', n: 2 })
  await expect(hold('bob', 2)).rejects.toMatchObject(full(1))
})

it('done twice it is done once', async () => {
  const { raffle, memory, productId, hold } = await opened()
  const issued = issueOf(productId, { personKey: 'ann', quantity: 3 })
  await raffle.issue(issued)
  const change = () => raffle.changePerson([issued.orderLineId, newId<LineId>()], 'bob')
  await Promise.all([change(), change()])
  memory.asked.length = 0
  await change()
  expect(memory.asked.map(({ name }) => name)).not.toContain('append_raffle')
  await expect(hold('bob', 1)).rejects.toMatchObject(full(0))
})

it('waits for what is on its way, so that nothing is missed', async () => {
  const { raffle, memory, productId, hold } = await opened()
  const issued = issueOf(productId, { personKey: 'ann', quantity: 2 })
  await hold('cat', 1)
  const door = gate()
  let isOpen = false
  memory.plan((name) =>
    name === 'append_raffle' && !isOpen ? { before: () => door.passed } : undefined,
  )
  // In one turn: who is alone stands at the head of the queue while the issue is on its way.
  const buying = raffle.issue(issued)
  const changing = raffle.changePerson([issued.orderLineId], 'bob')
  const after = hold('bob', 2)
  const refused = expect(after).rejects.toMatchObject(full(1))
  await settled()
  isOpen = true
  door.open()
  await Promise.all([buying, changing, refused])
  await hold('ann', 3)
})

it('stays as it is once the register is sealed', () => {
  const person = { kind: 'person', orderLineIds: [newId<LineId>()], personKey: 'bob' } as const
  const over = [closed('ended', 0), registerSealed()]
  expectRejection(() => decideItem(deciding({ facts: over }), person), 'register_sealed')
  expect(decideItem(deciding({ facts: [...over, annulled] }), person)).toBeUndefined()
})

it('where nobody counts, only what is held has a person', async () => {
  const { raffle, memory, productId } = await opened(0)
  const held = holdOf(productId, { personKey: 'ann' })
  const issued = issueOf(productId, { personKey: 'ann' })
  await raffle.hold(held)
  await raffle.issue(issued)
  await raffle.changePerson([held.orderLineId, issued.orderLineId], 'bob')
  expect([...memory.tables.holds.values()].map(({ person_key }) => person_key)).toEqual(['bob'])
  expect([...memory.tables.issues.values()].map(({ person_key }) => person_key)).toEqual([null])
})
