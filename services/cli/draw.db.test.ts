// The ceremony from the terminal: the same people may do the same as in the draw room.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { RaffleId } from '#events/kernel/ids.ts'

import { forfeitPrize } from '../commands/draw-claim.ts'
import { revealSeed } from '../commands/draw-inputs.ts'
import { completeDraw } from '../commands/draw-result.ts'
import { closeForDraw, recordSession } from '../commands/draw-session.ts'
import { drawRoom } from '../contract/admin-draws.ts'
import { newId } from '../ids.ts'
import { dice, openDrawRig, session } from '../testing/draw-rig.ts'
import type { DrawRig } from '../testing/draw-rig.ts'
import { perform } from './draw.ts'

let rig: DrawRig
beforeAll(async () => {
  rig = await openDrawRig()
  for (const role of ['regulator', 'auditor'])
    await rig.test.owner.query(
      `insert into people (person_id, full_name, email, role, password_hash, created_at)
       values ($1, $2, $3, $4, 'none', clock_now())`,
      [newId<string>(), `Nadia ${role}`, `${role}@gov.example`, role],
    )
}, 60_000)
afterAll(() => rig.stop())

const owner = 'one@shop.example'
const regulator = 'Regulator@gov.example '

type Options = { by?: string; texts?: Record<string, string>; isJson?: boolean }

const terminal = (
  raffleId: RaffleId,
  act: string,
  { by, texts = {}, isJson = false }: Options = {},
) => {
  const given = { texts, mayShowName: false, witnesses: [] }
  return perform(rig.needs, { raffleId, act, by, given, isJson })
}

const codeOf = (done: Promise<unknown>) =>
  done.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

async function closed(): Promise<RaffleId> {
  const { raffleId } = await rig.soldRaffle({ tickets: 12 })
  await recordSession(rig.needs, rig.by(raffleId, 'one'), session({ mode: 'local' }))
  await closeForDraw(rig.needs, rig.by(raffleId, 'one'))
  return raffleId
}

/** The regulator's person is the second one of each act that takes two. */
async function drawn(): Promise<RaffleId> {
  const raffleId = await closed()
  await terminal(raffleId, 'sign-off', { by: regulator, texts: { act: 'seal' } })
  await terminal(raffleId, 'seal', { by: owner })
  const first = { text: dice, reading: 'first' }
  await terminal(raffleId, 'entropy', { by: owner, texts: first })
  await terminal(raffleId, 'entropy', { by: regulator, texts: { ...first, reading: 'second' } })
  await revealSeed(rig.needs, rig.by(raffleId, 'one'), { source: 'operator' })
  await completeDraw(rig.needs, rig.by(raffleId, 'one'))
  return raffleId
}

it('takes the regulator’s person as the second one, until he takes it back', async () => {
  const raffleId = await closed()
  const agreed = { by: regulator, texts: { act: 'seal' } }
  await terminal(raffleId, 'sign-off', agreed)
  await terminal(raffleId, 'take-back', agreed)
  expect(await codeOf(terminal(raffleId, 'seal', { by: owner }))).toBe('needs_second_person')
})

it('lets him do nothing but agree and read, and others not even that', async () => {
  const raffleId = await closed()
  for (const act of ['session', 'close', 'seal', 'reveal', 'publish', 'annul', 'contact'])
    expect(await codeOf(terminal(raffleId, act, { by: regulator })), act).toBe('not_allowed')
  for (const by of ['auditor@gov.example', 'nobody@shop.example', undefined]) {
    const asked = { ...(by !== undefined && { by }), texts: { act: 'seal' } }
    expect(await codeOf(terminal(raffleId, 'sign-off', asked)), by).toBe('invalid_request')
  }
})

it('shows the draw, where it is and who holds the prize, and him no people', async () => {
  const raffleId = await drawn()
  const { holder } = (await rig.now(raffleId)).raffle.draw!
  const number = String(holder?.number).padStart(6, '0')
  expect(await terminal(raffleId, 'show', { by: regulator })).toEqual(
    expect.arrayContaining([
      `draw: ${raffleId}/D1`,
      'where: Chamber of Commerce, Beirut',
      `prize: ${number}, place 0`,
    ]),
  )
  const roomOf = async (by: string) => {
    const [json = ''] = await terminal(raffleId, 'show', { by, isJson: true })
    return drawRoom.parse(JSON.parse(json))
  }
  expect((await roomOf(owner)).holder?.name).toBe('Maya Haddad')
  const seen = await roomOf(regulator)
  expect(seen.holder).toMatchObject({ number, name: null, phone: null, orderId: null })
  expect(seen.session?.representative.documentNumber).toBe('')
})

it('refuses what was meant for another place of the prize', async () => {
  const raffleId = await drawn()
  const lost = { reason: 'declined' as const, witnessName: 'Rana Saab', note: 'As told.' }
  const shown = { draw: `${raffleId}/D1`, 'prize-place': '0' }
  const agreed = { act: 'forfeit', reason: 'declined', ...shown }
  await terminal(raffleId, 'sign-off', { by: regulator, texts: agreed })
  await forfeitPrize(rig.needs, rig.by(raffleId, 'two'), lost)
  await terminal(raffleId, 'promote', { by: owner, texts: shown })
  const call = { channel: 'phone', note: 'Reached.' }
  const late = terminal(raffleId, 'contact', { by: owner, texts: { ...call, ...shown } })
  expect(await codeOf(late)).toBe('edit_conflict')
  const printed = await terminal(raffleId, 'contact', {
    by: owner,
    texts: { ...call, ...shown, 'prize-place': '1' },
  })
  expect(printed.some((line) => /^prize: \d{6}, place 1$/.test(line))).toBe(true)
})
