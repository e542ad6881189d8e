// The acts of a draw over HTTP, with ADMIN_SECURITY=strict: each by somebody who has just proven
// himself, the seal by two, and in the trail who did what from where (docs/security.md, K20-K22).
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { moveClock } from '../../clock.ts'
import type { ApiClient } from '../api-client.ts'
import { dice } from '../draw-rig.ts'
import { sell } from '../running-service.ts'
import { strictColleague, strictOwner } from '../strict-staff.ts'
import type { StrictMember } from '../strict-staff.ts'
import { leavesBehind } from './acts-table.ts'
import { openGuardedShop } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'
import { openNotes } from './notes-taken.ts'

let shop: GuardedShop
let owner: StrictMember
let official: StrictMember
let raffleId: string
/** Of the raffle that a beacon draws. */
let beaconId: string

beforeAll(async () => {
  shop = await openGuardedShop({ ADMIN_SECURITY: 'strict' })
  owner = await strictOwner(shop)
  official = await strictColleague(shop, owner, 'regulator')
  await endSale()
}, 120_000)
afterAll(() => shop.stop())

/** Two tickets are sold, two stand reserved at the counter; then the raffle is over. */
async function endSale(): Promise<void> {
  const endsAt = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const sold = await sell(owner.browser, { name: 'Watch', totalTickets: 100, endsAt })
  raffleId = sold.raffleId
  const other = await sell(owner.browser, { name: 'Lira', totalTickets: 100, endsAt })
  beaconId = other.raffleId
  for (const { productId } of [sold, other]) {
    const { body: order } = await shop.buy(shop.browser(), productId)
    await shop.pay(order.id, 'approve')
  }
  const reserved = await owner.browser.post('/api/admin/orders/manual', {
    customerPhone: '+96171222333',
    customerName: 'Rana Khoury',
    items: [{ productId: sold.productId, quantity: 1, variantId: null }],
    shippingMethod: 'pickup',
    paymentMethod: 'cash',
    status: 'pending',
  })
  expect(reserved.status).toBe(201)
  const soldOf = async (id: string) =>
    (await shop.browser().get(`/api/raffles/${id}`)).body.ticketsSold
  await vi.waitFor(
    async () => expect([await soldOf(raffleId), await soldOf(beaconId)]).toEqual([2, 2]),
    { timeout: 30_000, interval: 200 },
  )
  await ahead(60 * 3_600)
  for (const member of [owner, official]) await signInAgain(member)
}

async function ahead(seconds: number): Promise<void> {
  const now = shop.service.core.clock.now().getTime()
  await moveClock(shop.test.owner, new Date(now + seconds * 1_000))
  await shop.service.core.clock.sync()
}

async function signInAgain({ browser, email, password, prove }: StrictMember): Promise<void> {
  await browser.post('/api/auth/admin-login', { email, password })
  await prove()
}

const act = (browser: ApiClient, name: string, body: object = {}) =>
  browser.post(`/api/admin/draws/${raffleId}/${name}`, body)
const codeOf = async (asked: ReturnType<ApiClient['post']>) => {
  const { status, body } = await asked
  return [status, body?.code]
}

type Left = { act: string; actor_id: string; address: string; details: Record<string, unknown> }

/** What stands in the trail of this raffle, oldest first. */
async function leftIn(acts: readonly string[]): Promise<Left[]> {
  const { rows } = await shop.test.owner.query<Left>(
    `select act, actor_id, address, details from audit_details
      where subject = $1 and act = any($2) order by created_at, act`,
    [`raffle/${raffleId}`, acts],
  )
  return rows
}

const representative = { name: 'Sami Aoun', office: 'Directorate', documentNumber: '5' }
const session = { mode: 'physical', place: 'Beirut', witnesses: [], representative }

it('K22 who closes a raffle and lets reservations go stands in the trail, once', async () => {
  expect((await act(owner.browser, 'session', session)).status).toBe(200)
  const closed = await act(owner.browser, 'close')
  expect([closed.status, closed.body.settlement.released]).toEqual([
    200,
    [expect.objectContaining({ tickets: 2, answer: 'never_attempted' })],
  ])
  expect((await act(owner.browser, 'close')).status).toBe(200)
  expect(await leftIn(['draw closed', 'session recorded'])).toEqual([
    expect.objectContaining({ act: 'session recorded', actor_id: owner.id }),
    {
      act: 'draw closed',
      actor_id: owner.id,
      address: expect.stringMatching(/^10\./),
      details: { released: 1 },
    },
  ])
})

it('K20 no file leaves, nobody agrees and nothing is sealed after five minutes', async () => {
  await ahead(301)
  const stepUp = [403, 'step_up_required']
  const entries = `/api/admin/raffles/${raffleId}/export`
  expect(await codeOf(owner.browser.get(entries))).toEqual(stepUp)
  expect(await codeOf(act(owner.browser, 'seal'))).toEqual(stepUp)
  expect(await codeOf(act(official.browser, 'sign-offs', { act: 'seal' }))).toEqual(stepUp)
  const { body: room } = await owner.browser.get(`/api/admin/draws/${raffleId}`)
  expect([room.seal, room.signOffs]).toEqual([null, []])
  await owner.prove()
  expect((await owner.browser.get(entries)).status).toBe(200)
})

it('K21 one alone seals nothing; the second agrees, and both are in the trail', async () => {
  await owner.prove()
  const alone = () => codeOf(act(owner.browser, 'seal'))
  expect([await alone(), await alone()]).toEqual(
    Array.from({ length: 2 }, () => [409, 'needs_second_person']),
  )
  const { body: waiting } = await owner.browser.get(`/api/admin/draws/${raffleId}`)
  expect([
    waiting.seal,
    waiting.signOffs.map(({ staffId }: { staffId: string }) => staffId),
  ]).toEqual([null, [owner.id]])
  await official.prove()
  expect((await act(official.browser, 'sign-offs', { act: 'seal' })).status).toBe(200)
  const sealed = await act(owner.browser, 'seal')
  expect([sealed.status, sealed.body.seal === null]).toEqual([200, false])
  const left = await leftIn(['draw agreed', 'draw: SealRegister'])
  expect(left.map(({ act: name, actor_id: by }) => [name, by])).toEqual([
    ['draw agreed', owner.id],
    ['draw agreed', official.id],
    ['draw: SealRegister', owner.id],
  ])
  for (const { address } of left) expect(address).toMatch(/^10\./)
})

it('K22 why a draw is put off stands in the trail and in no fact; it is sealed anew', async () => {
  const agree = (to: object) => act(official.browser, 'sign-offs', to)
  const cause = 'power_failure'
  expect((await agree({ act: 'postpone', cause })).status).toBe(200)
  const note = 'The lights went out.'
  const stopped = await act(owner.browser, 'postpone', { cause, note })
  expect(stopped.status).toBe(200)
  const noted = { drawId: `${raffleId}/D1`, note }
  expect(await leftIn(['draw: PostponeDraw'])).toMatchObject([{ details: noted }])
  const { data, ...entry } = await trailed('DrawPostponed')
  expect(entry).toMatchObject({ actor: { id: owner.id }, details: noted })
  expect(JSON.stringify(data)).not.toContain(note)

  expect((await act(owner.browser, 'session', session)).status).toBe(200)
  expect((await agree({ act: 'seal' })).status).toBe(200)
  expect((await act(owner.browser, 'seal')).body.drawId).toBe(`${raffleId}/D2`)
})

/** The newest of its kind, once the trail has it. */
const trailed = (type: string) =>
  vi.waitFor(
    async () => {
      const { body } = await owner.browser.get(`/api/admin/audit?type=${type}`)
      expect(body.data).not.toEqual([])
      return body.data[0]
    },
    { timeout: 30_000, interval: 200 },
  )

it('K21 the dice are read by two; each reading and a wrong one stand in the trail', async () => {
  const read = (member: StrictMember, reading: string, entropy = drum) =>
    act(member.browser, 'entropy', { entropy, reading })
  expect((await read(owner, 'first')).status).toBe(200)
  expect(await codeOf(read(owner, 'second'))).toEqual([409, 'needs_second_person'])
  const wrong = read(official, 'second', 'DRUM:1 2')
  expect(await codeOf(wrong)).toEqual([409, 'readings_differ'])
  expect((await read(owner, 'first')).status).toBe(200)
  expect((await read(official, 'second')).status).toBe(200)
  const left = await leftIn(['dice read', 'draw: SealEntropy'])
  expect(left.map(({ act: name, actor_id: by, details }) => [name, by, details.reading])).toEqual([
    ['dice read', owner.id, 'first'],
    ['dice read', official.id, 'second'],
    ['dice read', owner.id, 'first'],
    ['draw: SealEntropy', official.id, undefined],
  ])
  expect(JSON.stringify(left)).not.toContain(drum)
})

// What no keeper goes on with: each act is a person's.
const drum = 'DRUM:2 1'

it('K22 from the result to the prize, each act leaves what the table says, once', async () => {
  for (const member of [owner, official]) await member.prove()
  const steps: [path: string, operation: string, body?: object][] = [
    ['complete', 'adminCompleteDraw'],
    ['publish', 'adminPublishDraw'],
    ['contacts', 'adminNoteWinnerContact', { channel: 'phone', note: 'Reached' }],
    ['promote', 'adminPromotePrize'],
    ['identity', 'adminCheckWinnerIdentity', passport],
    [
      'deliver',
      'adminDeliverPrize',
      { evidence: 'signed_receipt', evidenceSha256: 'ab'.repeat(32) },
    ],
  ]
  for (const [path, operation, body] of steps) {
    if (path === 'promote')
      await byTwo('adminForfeitPrize', 'forfeit', declined, { reason: declined.reason })
    await leaves(operation, path, body)
  }
  const before = await allLeft()
  for (const path of ['complete', 'publish', 'promote'])
    expect((await act(owner.browser, path)).status).toBe(200)
  expect(await allLeft()).toEqual(before)
})

it('K22 who opens the seed, brings the beacon and annuls it all stands in the trail', async () => {
  // The shop would bring the round by itself.
  await shop.service.workers.stop()
  raffleId = beaconId
  const read = (member: StrictMember, reading: string) =>
    act(member.browser, 'entropy', { entropy: dice, reading })
  const prepared = [
    await act(owner.browser, 'session', { ...session, mode: 'beacon' }),
    await act(owner.browser, 'close'),
    await act(official.browser, 'sign-offs', { act: 'seal' }),
    await act(owner.browser, 'seal'),
    await read(owner, 'first'),
    await read(official, 'second'),
  ]
  expect(prepared.map(({ status }) => status)).toEqual(prepared.map(() => 200))
  await leaves('adminRevealSeed', 'reveal', { source: 'operator' })
  const { body: live } = await shop.browser().get(`/api/draws/${raffleId}`)
  await ahead((Date.parse(live.round.at) - shop.service.core.clock.now().getTime()) / 1_000 + 1)
  await leaves('adminRecordBeacon', 'beacon')

  for (const member of [owner, official]) await member.prove()
  await leaves('adminSignOffDrawAct', 'sign-offs', { act: 'annul', ...annulled })
  await leaves('adminWithdrawDrawSignOff', 'sign-off-withdrawals', { act: 'annul' })
  await byTwo('adminAnnulDraw', 'annul', annulled, annulled)
})

it('K22 no fact of the ceremony stands without a note of who and from where', async () => {
  expect(await openNotes(shop.test.owner).missing()).toEqual([])
})

/** Makes the act, and holds what it has left, of whom and from where, against its row. */
async function leaves(operation: string, path: string, body?: object): Promise<void> {
  const before = await allLeft()
  const done = await act(owner.browser, path, body)
  expect([path, done.status, done.body.code]).toEqual([path, 200, undefined])
  const left = (await allLeft()).slice(before.length)
  expect([path, left.map(({ act: name }) => name)]).toEqual([path, leavesBehind[operation]])
  for (const { actor_id: by, address } of left)
    expect([by, address]).toEqual([owner.id, expect.stringMatching(/^10\./)])
}

const declined = { reason: 'declined', witnessName: 'Rana Saab', note: 'Wants it not' }
const annulled = { cause: 'register_error', paperSha256: 'ab'.repeat(32) }

/** One alone may not; the other agrees, and it is done: of each what its row says, once. */
async function byTwo(operation: string, path: string, body: object, to: object): Promise<void> {
  const before = await allLeft()
  const tried = () => codeOf(act(owner.browser, path, body))
  expect(await tried()).toEqual([409, 'needs_second_person'])
  expect((await act(official.browser, 'sign-offs', { act: path, ...to })).status).toBe(200)
  expect(await tried()).toEqual([200, undefined])
  const left = (await allLeft()).slice(before.length)
  const [agreed, ...done] = leavesBehind[operation] as readonly string[]
  expect(left.map(({ act: name, actor_id: by }) => [name, by])).toEqual([
    [agreed, owner.id],
    [agreed, official.id],
    ...done.map((name) => [name, owner.id]),
  ])
  for (const { address } of left) expect(address).toMatch(/^10\./)
}

const passport = { documentKind: 'Passport', documentNumber: 'RL-1', mayShowName: false }
const allLeft = () =>
  leftIn(Object.values(leavesBehind).flatMap((left) => ('why' in left ? [] : left)))
