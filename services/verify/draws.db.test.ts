// The checker of draws is checked: two ceremonies pass, and a result, a seed and a register that
// somebody altered are named.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { RaffleId } from '#events/kernel/ids.ts'

import { recordEntropy, revealSeed } from '../commands/draw-inputs.ts'
import { completeDraw } from '../commands/draw-result.ts'
import { sealRegister } from '../commands/draw-seal.ts'
import { closeForDraw, recordSession } from '../commands/draw-session.ts'
import { dice, openDrawRig, session } from '../testing/draw-rig.ts'
import type { DrawRig } from '../testing/draw-rig.ts'
import { newAudit, newFindings } from './audit.ts'
import { checkDraws } from './draws.ts'

let rig: DrawRig
beforeAll(async () => {
  rig = await openDrawRig({ mayActAlone: true })
  await draw('local', dice)
  await draw('physical', 'DRUM:7 2 1 13')
}, 60_000)
afterAll(() => rig.stop())

async function draw(mode: 'local' | 'physical', entropy: string): Promise<void> {
  const { raffleId } = await rig.soldRaffle({ tickets: 20 })
  const by = (id: RaffleId) => rig.by(id, 'one')
  await recordSession(rig.needs, by(raffleId), session({ mode }))
  await closeForDraw(rig.needs, by(raffleId))
  await sealRegister(rig.needs, by(raffleId))
  for (const reading of ['first', 'second'] as const)
    await recordEntropy(rig.needs, by(raffleId), { entropy, signature: null, reading })
  if (mode === 'local') await revealSeed(rig.needs, by(raffleId), { source: 'operator' })
  await completeDraw(rig.needs, by(raffleId))
}

/** After these statements, which are undone. */
async function judged(...statements: readonly string[]) {
  const undo = new Error('undo')
  const findings = newFindings()
  await rig.test.owner
    .transaction(async (tx) => {
      if (statements.length > 0)
        await tx.query('alter table events drop constraint if exists events_check')
      for (const statement of statements) expect((await tx.query(statement)).rowCount).toBe(1)
      await checkDraws(newAudit({ tx, now: new Date(), findings, progress: () => {} }))
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return findings.get('I18')
}

it('finds that each result follows from its log', async () => {
  expect(await judged()).toMatchObject({ examined: 40, violations: 0 })
})

const ofSeeds = `(select log_id from events where type = 'OperatorRevealed')`
const local = `log_id in ${ofSeeds}`
const physical = `log_id not in ${ofSeeds}`
const altered = (type: string, field: string, to: string, where = 'true') => `
  update events set payload = regexp_replace(payload, '${field}', '${to}')
   where type = '${type}' and ${where}`

it.each([
  ['a result', altered('DrawCompleted', '"numbers":\\[', '"numbers":[19,', local), 'other_numbers'],
  [
    'a drum',
    altered('DrawCompleted', '"numbers":\\[7,', '"numbers":[8,', physical),
    'other_numbers',
  ],
  [
    'a seed',
    altered('OperatorRevealed', '"seed":"[0-9a-f]{2}', '"seed":"00'),
    'seed_opens_nothing',
  ],
  [
    'a register',
    altered('RegisterSealed', '"registerRoot":"[0-9a-f]{2}', '"registerRoot":"00', local),
    'other_register_root',
  ],
])('names %s that was altered', async (_what, statement, code) => {
  const { violations = 0, examples = [] } = (await judged(statement)) ?? {}
  expect(violations).toBeGreaterThan(0)
  expect(examples.join('\n')).toContain(code)
})
