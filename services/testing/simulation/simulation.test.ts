// The short form of `npm run simulate`, for every commit: SIMULATED_SEQUENCES worlds from a seed
// that never changes, so that a red gate is red again.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { runBlock } from './block.ts'
import { plant } from './planted.ts'
import { runWorld } from './run.ts'
import type { Outcome } from './run.ts'
import { sealed } from './sealed.ts'
import { nameOf } from './server.ts'
import type { Heard } from './server.ts'
import { orphaning } from './steps.ts'

const worlds = Number(process.env['SIMULATED_SEQUENCES'] ?? 1_000)
/** 15 s on a core of its own; a machine shared with others gets minutes. */
const timeoutMs = Math.max(600_000, worlds * 100)

it(
  `keeps every promise in ${worlds} worlds in which everything goes wrong`,
  async () => {
    const { broken, worlds: lived, reached } = await runBlock({ from: 1, count: worlds })
    expect(broken).toBeNull()
    expect(lived).toBe(worlds)
    // So that a green run is known to have been somewhere.
    if (worlds >= 1_000) expect(reached).toEqual(expect.arrayContaining(edges))
  },
  timeoutMs,
)

const edges = [
  'TicketsIssued',
  'TicketsVoided',
  'TicketsGranted',
  'PaymentMismatched',
  'PaymentDeclined',
  'RefundDue',
  'RefundPaid',
  'OrderCancelled',
  'OrderCompleted',
  'RaffleClosed',
  'RaffleCancelled',
  'tickets_left',
  'person_limit',
  'raffle_ended',
  'hold_expired',
]

it('asks about an attempt of another process, though no callback ever comes', async () => {
  // The world in which the one whose turn it was to ask knew an older order.
  const [world] = await sealed(async () => [await runWorld({ seed: 668_020, isTold: false })])
  expect(world!.broken).toEqual([])
})

it('lets nobody outside be too slow once nothing goes wrong any more', async () => {
  // The world in which a provider's page took three times longer than a shop waits for it.
  const [world] = await sealed(async () => [await runWorld({ seed: 394_138, isTold: false })])
  expect(world!.broken).toEqual([])
})

it('gives back what was reserved for an order that its shop died before placing', async () => {
  const cleaned: string[] = []
  const heard = ({ statement, answer }: Heard) => {
    const name = nameOf(statement)
    const isAnswered = !(answer instanceof Error) && answer !== 'later' && answer.rowCount === 1
    if (isAnswered && (name === 'claim_orphaned_purchase' || name === 'orphan_is_claimed'))
      cleaned.push(name)
  }
  const worlds = await sealed(async () => {
    const outcomes: Outcome[] = []
    for (let diesAfterMs = 1; diesAfterMs <= 12; diesAfterMs++)
      outcomes.push(
        await runWorld({ seed: diesAfterMs, steps: orphaning(diesAfterMs), isTold: false, heard }),
      )
    return outcomes
  })
  expect(worlds.flatMap(({ broken }) => broken)).toEqual([])
  expect(new Set(cleaned)).toEqual(new Set(['claim_orphaned_purchase', 'orphan_is_claimed']))
})

it('lives the same world again from the same seed, to the byte', async () => {
  const seeds = [7, 8, 9, 10]
  const live = () =>
    sealed(async () => {
      const histories: string[] = []
      for (const seed of seeds)
        histories.push((await runWorld({ seed, isTold: true })).history.join('\n'))
      return histories
    })
  const first = await live()
  expect(await live()).toEqual(first)
  expect(new Set(first).size).toBe(seeds.length)
  expect(first.join('').length).toBeGreaterThan(10_000)
}, 300_000)

it('lives the same world in another process, too', async () => {
  const [here] = await sealed(async () => [await runWorld({ seed: 7, isTold: true })])
  expect(await tell()).toBe(`${here!.history.join('\n')}\nevery promise was kept\n`)
}, 300_000)

async function tell(): Promise<string> {
  const program = join(import.meta.dirname, '../../cli/simulate.ts')
  const child = spawn(process.execPath, [program, '--seed', '7', '--tell'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return text(child.stdout)
}

it('finds a bug, and makes its history so small that a person can read it', async () => {
  const found = await plant('hash_omits_a_field', { seed: 1, worldsMax: 500 })
  expect(found.promise).toContain('its opening says something else')
  expect(found.steps).toBeLessThanOrEqual(10)
}, 300_000)

it('knows who took the last tickets behind a callback while a buyer was asking', async () => {
  // The world in which somebody who paid late had them, and the buyer was refused rightly.
  const [world] = await sealed(async () => [await runWorld({ seed: 596_802, isTold: false })])
  expect(world!.broken).toEqual([])
})
