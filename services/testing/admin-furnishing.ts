// Work for every desk of staff, by real calls: colleagues, draws at every stage, orders and money
// of every kind, what waits for a second person, a paper of an auditor.
import { moveClock } from '../clock.ts'
import { secondPerson } from '../commands/approvals.ts'
import { sleep } from '../io/timers.ts'
import type { ApiClient } from './api-client.ts'
import { ownerEmail, sell } from './running-service.ts'
import type { RunningShop } from './running-service.ts'

/** The shop, its owner's calls, and what there is to buy. */
export type Desk = { shop: RunningShop; owner: ApiClient; productId: string }

const TRIES_MAX = 300
const PAUSE_MS = 100

/** Asks again until it is so: what was done comes to the read models a moment later. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    if (await isSo()) return
    await sleep(PAUSE_MS)
  }
  throw new Error(`it never came about: ${what}`)
}

/** Refusals are no part of it: each call does what it says. */
async function done(answer: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`)
}

const password = 'seven lanterns by the old stairs'

/** Rana has not come yet; Rami is the cashier of the day. */
export async function hire({ shop, owner }: Desk): Promise<ApiClient> {
  const invite = (email: string, fullName: string) =>
    owner.post('/api/admin/staff', { email, fullName, role: 'cashier', entry: 'link' })
  await done(invite('rana@shop.example', 'Rana Haddad'))
  const { body } = await invite('rami@shop.example', 'Rami Aoun')
  const rami = shop.client()
  const token = new URL(body.entry.link).hash.slice(1)
  await done(rami.post('/api/auth/invitation', { token, newPassword: password }))
  await done(rami.post('/api/auth/admin-login', { email: 'rami@shop.example', password }))
  return rami
}

const HOUR_MS = 3_600_000
/** As far ahead as a draw has to be announced, and a little more. */
const MARGIN_MS = 610_000

const later = ({ shop }: Desk, ms: number): string =>
  new Date(shop.service.core.clock.now().getTime() + ms).toISOString()

const faces = '3 1 6 2 5 5 4 1 2 6 3 3 1 4 6 2 5 1 4 2'

/** Sold out and waiting; sealed, the dice read once; drawn and announced. Returns the first. */
export async function holdDraws(desk: Desk): Promise<string> {
  const drawn = await sellOut(desk, 'Silver Coins', 'Prayer Beads')
  await sealed(desk, drawn, later(desk, MARGIN_MS))
  await dice(desk, drawn)
  await draw(desk, drawn)
  const waiting = await sellOut(desk, 'Garden Set', 'Key Ring')
  const open = await sellOut(desk, 'Night Train', 'Lamp')
  await sealed(desk, open, later(desk, 6 * HOUR_MS))
  const reading = { entropy: `D6:${faces}`, reading: 'first' }
  await done(desk.owner.post(`/api/admin/draws/${open}/entropy`, reading))
  return waiting
}

const TICKETS = 12

/** The last ticket closes the raffle. */
async function sellOut({ shop, owner }: Desk, name: string, productName: string): Promise<string> {
  const raffle = { name, productName, totalTickets: TICKETS, tickets: 4 }
  const { raffleId, productId } = await sell(owner, raffle, shop.pictureSize)
  const buyers = ['Maya Haddad', 'Jad Khoury', 'نور الحاج'].entries()
  for (const [place, customerName] of buyers)
    await takeOrder(owner, { customerName, customerPhone: `+9617012300${place}`, productId })
  const isSold = async () =>
    (await shop.client().get(`/api/raffles/${raffleId}`)).body.ticketsSold === TICKETS
  await until(`${name} is sold out`, isSold)
  return raffleId
}

const room = async ({ owner }: Desk, raffleId: string) =>
  (await owner.get(`/api/admin/draws/${raffleId}`)).body

const untilAct = (desk: Desk, raffleId: string, wanted: string) =>
  until(`${wanted} can be done`, async () => {
    const { acts } = await room(desk, raffleId)
    return acts.some(
      ({ act, isAllowed }: { act: string; isAllowed: boolean }) => act === wanted && isAllowed,
    )
  })

async function sealed(desk: Desk, raffleId: string, drawAt: string): Promise<void> {
  const { owner } = desk
  const session = {
    mode: 'beacon',
    place: 'Chamber of Commerce, Beirut',
    witnesses: [{ name: 'Rana Saab', title: 'Notary', office: 'Beirut 12', documentNumber: '77' }],
    representative: { name: 'Sami Aoun', office: 'Lottery Directorate', documentNumber: '5' },
    drawAt,
  }
  await done(owner.post(`/api/admin/draws/${raffleId}/session`, session))
  await untilAct(desk, raffleId, 'seal')
  await done(owner.post(`/api/admin/draws/${raffleId}/seal`, {}))
  await untilAct(desk, raffleId, 'entropy_first')
}

async function dice(desk: Desk, raffleId: string): Promise<void> {
  for (const reading of ['first', 'second'])
    await done(
      desk.owner.post(`/api/admin/draws/${raffleId}/entropy`, { entropy: `D6:${faces}`, reading }),
    )
  await untilAct(desk, raffleId, 'reveal')
  await done(desk.owner.post(`/api/admin/draws/${raffleId}/reveal`, { source: 'operator' }))
}

/** The round comes; the shop fetches it and works the winner out by itself. */
async function draw(desk: Desk, raffleId: string): Promise<void> {
  const { shop, owner } = desk
  const { round } = (await shop.client().get(`/api/draws/${raffleId}`)).body
  await moveClock(shop.test.owner, new Date(Date.parse(round.at) + 1_000))
  await shop.service.core.clock.sync()
  await untilAct(desk, raffleId, 'publish')
  await done(owner.post(`/api/admin/draws/${raffleId}/publish`, {}))
  const contact = { channel: 'phone', note: 'Comes on Monday with her passport.' }
  await done(owner.post(`/api/admin/draws/${raffleId}/contacts`, contact))
}

type Taken = {
  customerName: string
  customerPhone?: string
  productId: string
  variantId?: string
} & Record<string, unknown>

export async function takeOrder(
  by: ApiClient,
  { productId, variantId, quantity = 1, ...change }: Taken,
): Promise<string> {
  const { status, body } = await by.post('/api/admin/orders/manual', {
    customerPhone: '+96171222333',
    items: [{ productId, quantity, ...(variantId !== undefined && { variantId }) }],
    shippingMethod: 'pickup',
    deliveryAddress: 'Hamra 12, Beirut',
    paymentMethod: 'cash',
    status: 'paid',
    ...change,
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.order.id as string
}

type Bought = { id: string; guest: ApiClient }

async function buy(
  { shop, productId }: Desk,
  { phone, method = 'whishpay' }: { phone: string; method?: string },
): Promise<Bought> {
  const guest = shop.client()
  const { status, body } = await guest.post('/api/purchases', {
    shippingMethod: 'delivery',
    paymentMethod: method,
    deliveryAddress: `Hala Mansour, ${phone}, Street 1, Beirut, 0000`,
    customerName: 'Hala Mansour',
    customerEmail: 'hala@example.com',
    customerPhone: phone,
    items: [{ productId, quantity: 1, variantId: null }],
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { id: body.id, guest }
}

async function pay(desk: Desk, { id }: Bought): Promise<void> {
  await desk.shop.pay(id, 'approve')
  const isPaid = async () =>
    (await desk.owner.get(`/api/admin/orders/${id}`)).body.status === 'paid'
  await until('the order is paid', isPaid)
}

/** A text that cannot be delivered, a payment of another amount, a buyer who thinks again. */
export async function troubles(desk: Desk): Promise<void> {
  await pay(desk, await buy(desk, { phone: '+96170000001' }))
  const wrong = await buy(desk, { phone: '+96170444555', method: 'montypay' })
  await desk.shop.pay(wrong.id, 'wrong_amount')
  const asking = await buy(desk, { phone: '+96170666777' })
  await pay(desk, asking)
  const asked = { kind: 'cancel', note: 'Bought twice, the second by mistake.' }
  await done(asking.guest.post(`/api/orders/${asking.id}/requests`, asked))
}

/** Somebody began to pay three days ago, and the provider never said what became of it. */
export async function leaveUndecided(desk: Desk): Promise<string> {
  const { id } = await buy(desk, { phone: '+96170777888' })
  const ended = `
    update payment_attempts
       set state = 'attention', next_check_at = null, created_at = created_at - interval '3 days'
     where order_id = $1`
  await desk.shop.test.owner.query(ended, [id])
  return id
}

/** A statement with one line that fits, one of another amount, one of nobody and a chargeback. */
export async function keepBooks(desk: Desk, cashier: ApiClient): Promise<void> {
  const { owner } = desk
  const bought = [
    await buy(desk, { phone: '+96170888111' }),
    await buy(desk, { phone: '+96170888222' }),
  ]
  for (const one of bought) await pay(desk, one)
  const refs = await Promise.all(
    bought.map(async ({ id }) => {
      const { body } = await owner.get(`/api/admin/orders/${id}`)
      return [body.attempts[0].ref, body.total] as const
    }),
  )
  const at = desk.shop.service.core.clock.now().toISOString()
  const lines = [
    `${refs[0]?.join(',T-1,')},0.15,USD,${at}`,
    `${refs[1]?.[0]},T-2,9.00,0.15,USD,${at}`,
    `999999,T-3,15.00,0.15,USD,${at}`,
    `${refs[1]?.[0]},T-4,-9.00,0.00,USD,${at}`,
  ]
  const csv = ['externalId,transactionId,amount,fee,currency,date', ...lines].join('\n')
  const path = '/api/admin/money/statements?provider=whishpay&fileName=november.csv'
  await done(owner.post(path, csv, { 'Content-Type': 'text/csv' }))
  await done(owner.post('/api/admin/money/rates', { day: '2026-01-01', lbpPerUsd: '89500' }))
  const tax = { day: '2026-01-01', vatPercent: '11', vatNumber: '601-2345678' }
  await done(owner.post('/api/admin/money/taxes', tax))
  await cashUp(desk, cashier)
}

/** Rami has counted, and a dollar is missing; the owner has not yet. */
async function cashUp({ owner, productId }: Desk, cashier: ApiClient): Promise<void> {
  const proof = { collector: 'Rami', reference: 'C-12' }
  await takeOrder(cashier, { customerName: 'Samir Nassar', productId, ...proof })
  const pounds = { currency: 'LBP', rate: '89500', reference: 'C-13' }
  await takeOrder(cashier, { customerName: 'Hiba Nassar', productId, ...proof, ...pounds })
  type Counted = { cashier: string; cashierId: string; expected: string; expectedLbp: string }
  const own = async () => {
    const { body } = await owner.get('/api/admin/money/till')
    const tills = body.tills as Counted[]
    return { day: body.day, till: tills.find((till) => till.cashier === 'Rami Aoun') }
  }
  const hasBoth = async () => ((await own()).till?.expectedLbp ?? null) !== null
  await until('the till has its orders', hasBoth)
  const { day, till } = await own()
  if (till === undefined) throw new Error('Rami has no till')
  const counted = (Number(till.expected) - 1).toFixed(2)
  const { cashierId, expectedLbp: countedLbp } = till
  const note = 'A dollar is missing.'
  const closing = { day, cashierId, counted, countedLbp, note }
  await done(owner.post('/api/admin/money/cash-ups', closing))
}

/** Two that wait, one of them the owner's own, and one that was agreed to. */
export async function askForApproval({ shop, owner }: Desk, waiting: string): Promise<void> {
  const { database, store, clock } = shop.service.core
  const person = secondPerson({ database, store, now: clock.now, isAsked: true })
  const { rows } = await shop.test.owner.query<{ person_id: string; email: string }>(
    'select person_id, email from people where role is not null',
  )
  const idOf = (email: string) => rows.find((row) => row.email === email)?.person_id ?? ''
  const by = (email: string, role: string) => ({
    personId: idOf(email),
    role,
    address: '192.168.1.7',
  })
  const rami = by('rami@shop.example', 'cashier')
  const payment = { kind: 'manual_payment', subject: '-' } as const
  const ask = (act: Parameters<typeof person.require>[0]) => person.require(act).catch(wasAsked)
  await ask({
    ...payment,
    request: { total: '1250.00' },
    details: {
      total: '1250.00',
      method: 'omt',
      customer: '+96171222333',
      reference: 'OMT-4711',
      currency: 'LBP',
      rate: '89500',
    },
    actor: rami,
  })
  await ask({
    kind: 'capacity_change',
    subject: `raffle/${waiting}`,
    request: { from: 12, to: 20 },
    details: { from: 12, to: 20, issued: 12 },
    actor: by(ownerEmail, 'owner'),
  })
  await ask({
    ...payment,
    request: { total: '980.00' },
    details: { total: '980.00', method: 'cash', customer: '+96170666777', collector: 'Rami' },
    actor: rami,
  })
  const { body } = await owner.get('/api/admin/approvals?state=waiting')
  const old = body.data.find(
    (one: { details: { total?: string } }) => one.details.total === '980.00',
  )
  const decision = { isApproved: true, note: 'Counted together at the till.' }
  await done(owner.post(`/api/admin/approvals/${old.id}`, decision))
}

/** What it is asked with. */
function wasAsked(error: unknown): void {
  if ((error as { code?: unknown }).code !== 'approval_required') throw error
}

export async function beginPaper({ owner }: Desk, raffleId: string): Promise<void> {
  const sample = { raffleId, tickets: 3, seed: 'seven cedars' }
  await done(owner.post('/api/admin/audit/papers', sample))
}

/** Its id. */
export async function addVariant(
  owner: ApiClient,
  productId: string,
  fields: Readonly<Record<string, string>>,
): Promise<string> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { body } = await owner.post(`/api/admin/products/${productId}/variants`, form)
  return body.id as string
}
