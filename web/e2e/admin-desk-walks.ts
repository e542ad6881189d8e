// The desks of staff without a pointer, one walk each, in the words of either reading direction.
import { expect } from 'vitest'
import type { Page } from 'playwright-core'

import { codeOfApp, fromBase32 } from '#services/testing/code-app.ts'
import { isSlowerThan, recordSession, stopByKeys } from '#services/testing/draw-by-keys.ts'
import type { RoomWords } from '#services/testing/draw-by-keys.ts'
import {
  gone,
  isFocused,
  isHeldIn,
  openByKey,
  openEach,
  press,
  readReplaced,
  sentBack,
  tabTo,
  wordsOf,
} from '#services/testing/keyboard.ts'
import type { RunningShop } from '#services/testing/running-service.ts'

import { beginning, exactly, upTo } from './staff-words.ts'
import type { Said } from './staff-words.ts'

/** The shop, and the order whose invoice is looked at. */
export type Stage = { shop: RunningShop; invoiced: string }

const few = { tabs: 3 }

async function attention(page: Page, { admin, desks }: Said): Promise<void> {
  const { attention: text } = desks
  const handled = exactly(text.handled)
  const acts = [text.refund, text.openOrder, text.answer, text.proof, text.markPaid]
  await openEach(page, [handled, ...acts.map((act) => exactly(act))], few)
  await tabTo(page, exactly(text.recheck), 'Shift+Tab')
  await press(page, 'Enter')
  await wordsOf(page, text.rechecked)
  await isHeldIn(page, 'main li')
  await openByKey(page, handled)
  await sentBack(page, handled, { words: admin.required, field: exactly(text.handledNote) })
  await page.keyboard.type('Called the provider')
  await tabTo(page, handled)
  await press(page, 'Enter')
  await wordsOf(page, text.handledDone)
  await gone(page)
  await isHeldIn(page, 'main li')
}

async function fulfilment(page: Page, { desks }: Said): Promise<void> {
  const { fulfilment: text } = desks
  const code = beginning(text.code)
  await openEach(page, [beginning(text.openOrder)], few)
  await tabTo(page, exactly(text.ready, text.sentOut))
  await press(page, 'Enter')
  await wordsOf(page, text.told)
  await isHeldIn(page, 'main article')
  await tabTo(page, beginning(text.stages.to_prepare), 'Shift+Tab')
  await press(page, 'ArrowDown')
  await isFocused(page, beginning(text.stages.ready))
  await tabTo(page, code)
  await press(page, '1')
  await sentBack(page, exactly(text.handedOver), { words: text.badCode, field: code })
  await press(page, 'Control+A', ...'000000')
  await sentBack(page, exactly(text.handedOver), { words: text.wrongCode, field: code })
}

async function statementsAndTill(page: Page, { money }: Said): Promise<void> {
  const { statements, tabs, till } = money
  await tabTo(page, exactly(statements.open))
  await press(page, 'Enter')
  await page.getByRole('table').waitFor()
  await openEach(page, [beginning(money.openOrder)], few)
  await tabTo(page, exactly(tabs.statements), 'Shift+Tab')
  await press(page, 'ArrowDown')
  await isFocused(page, exactly(tabs.till))
  await tabTo(page, exactly(till.again))
  await press(page, 'Enter')
  await isHeldIn(page, 'main section')
  const counted = { words: till.badCount, field: beginning(till.counted) }
  await sentBack(page, exactly(till.close), counted)
}

async function refunds(page: Page, { admin, money, orders }: Said): Promise<void> {
  const { pay, states } = money.refunds
  const { acts } = orders
  const opener = beginning(`${pay} `)
  await openEach(page, [opener], few)
  await openByKey(page, opener)
  await isFocused(page, exactly(acts.pay_refund))
  const missing = { words: admin.required, field: exactly(acts.reference) }
  await sentBack(page, exactly(acts.confirm), missing)
  await page.keyboard.type('R-9')
  await tabTo(page, exactly(acts.confirm))
  await press(page, 'Enter')
  await wordsOf(page, acts.done.pay_refund)
  await press(page, 'Escape')
  await gone(page)
  await isHeldIn(page, 'main section')
  await tabTo(page, exactly(states.due), 'Shift+Tab')
  await press(page, 'ArrowDown', 'ArrowDown')
  await isFocused(page, exactly(states.credit))
  await press(page, 'ArrowDown')
  await isFocused(page, exactly(states.all))
  await openEach(page, [beginning(money.openOrder)], few)
  expect(await page.getByRole('radio', { name: exactly(states.all) }).isChecked()).toBe(true)
}

async function filesAndRates(page: Page, { admin, money }: Said): Promise<void> {
  const { files, rates, tabs } = money
  const orders = exactly(`${money.export}: ${files.orders}`)
  await tabTo(page, orders)
  await Promise.all([page.waitForEvent('download'), press(page, 'Enter')])
  await wordsOf(page, admin.exported)
  await isFocused(page, orders)
  await tabTo(page, exactly(tabs.files), 'Shift+Tab')
  await press(page, 'ArrowDown')
  await tabTo(page, beginning(rates.perDollar))
  await page.keyboard.type('many')
  const wrong = { words: rates.badRate, field: beginning(rates.perDollar) }
  await sentBack(page, exactly(rates.save), wrong)
}

async function invoiceAndMenu(page: Page, { admin, money }: Said): Promise<void> {
  await tabTo(page, exactly(money.invoice.download))
  await tabTo(page, exactly(money.invoice.print))
  await openEach(page, [exactly(admin.menu.open)], few)
}

async function messages(page: Page, { desks }: Said): Promise<void> {
  const { messages: text } = desks
  const again = exactly(text.resend)
  await tabTo(page, beginning(text.search))
  await tabTo(page, again)
  await press(page, 'Enter')
  await wordsOf(page, text.resent)
  await readReplaced(page, again, '**/api/admin/messages/**')
}

async function draws(page: Page, said: Said, { shop }: Stage): Promise<void> {
  const { admin, room } = said
  const { evidence, session } = room
  const words = roomWords(said)
  await tabTo(page, /^Garden Set$/)
  await press(page, 'Enter')
  await isFocused(page, exactly(room.title('Garden Set')))
  await tabTo(page, exactly(session.addWitness))
  await press(page, 'Enter')
  await isFocused(page, exactly(session.addWitness))
  await tabTo(page, exactly(session.removeWitness), 'Shift+Tab')
  await press(page, 'Enter')
  await isFocused(page, exactly(session.addWitness))
  await sentBack(page, words.save, { words: admin.required, field: words.place })
  await isSlowerThan(page, await shop.owner(), words)
  await recordSession(page, words)
  await tabTo(page, exactly(evidence.openings))
  await press(page, 'Enter')
  await tabTo(page, exactly(evidence.downloadOpenings))
  await stopByKeys(page, words)
}

const roomWords = ({ admin, room, meanwhile }: Said): RoomWords => ({
  place: exactly(room.session.place),
  name: exactly(room.session.name),
  office: exactly(room.session.office),
  key: exactly(room.session.key),
  save: exactly(room.session.save),
  recorded: upTo((name) => room.session.recorded(name, '')),
  changed: room.session.changed,
  meanwhile,
  newest: exactly(admin.changedMeanwhile),
  seal: exactly(room.act.seal),
  postpone: exactly(room.act.postpone),
  annul: exactly(room.act.annul),
  reason: exactly(room.cause),
  signature: exactly(room.entropy.signature),
})

async function insight(page: Page, { analytics }: Said): Promise<void> {
  await tabTo(page, exactly(analytics.chart.asTable))
  await press(page, 'Enter')
  await isFocused(page, exactly(analytics.chart.asChart))
}

async function approvals(page: Page, { staff }: Said): Promise<void> {
  const { approvals: text } = staff
  await tabTo(page, beginning(text.note))
  await page.keyboard.type('Seen at the till.')
  await tabTo(page, exactly(text.approve))
  await press(page, 'Enter')
  await page.getByRole('button', { name: exactly(text.approve) }).waitFor({ state: 'detached' })
  await isHeldIn(page, 'main section')
  await tabTo(page, exactly(text.waiting), 'Shift+Tab')
  await press(page, 'ArrowDown')
  await isFocused(page, exactly(text.all))
}

/** Its last button is a few steps back from the heading. */
async function trail(page: Page, { admin }: Said): Promise<void> {
  await tabTo(page, exactly(admin.more), 'Shift+Tab')
  await press(page, 'Enter')
  await isHeldIn(page, 'main tr')
}

async function ticket(page: Page, { audit }: Said): Promise<void> {
  const { ticket: text } = audit
  await tabTo(page, exactly(text.raffle))
  await press(page, 'ArrowDown')
  await tabTo(page, beginning(text.number))
  await press(page, '1', 'Enter')
  await page.getByRole('heading', { name: upTo(text.ticketTitle) }).waitFor()
  await isFocused(page, beginning(text.number))
}

async function timeTravel(page: Page, { audit }: Said, { shop, invoiced }: Stage): Promise<void> {
  const order = await (await shop.owner()).get(`/api/admin/orders/${invoiced}`)
  await tabTo(page, exactly(audit.filter.subject))
  await page.keyboard.type(order.body.reference)
  await press(page, 'Enter')
  await page.getByRole('table').waitFor()
  await isFocused(page, exactly(audit.filter.subject))
}

async function kit(page: Page, said: Said, stage: Stage): Promise<void> {
  const { kit: text, paper } = said.audit
  await tabTo(page, upTo(text.openOf))
  await press(page, 'Enter')
  await page.getByRole('heading', { name: exactly(paper.title) }).waitFor()
  await isHeldIn(page, 'main section')
  await noteBesideAnother(page, said, stage)
  await tabTo(page, exactly(paper.back), 'Shift+Tab')
  await press(page, 'Enter')
  await page.getByRole('heading', { name: exactly(text.papers) }).waitFor()
  await isHeldIn(page, 'main section')
}

/** Another auditor saves meanwhile: he is named, and what both wrote is kept. */
async function noteBesideAnother(
  page: Page,
  { admin, audit }: Said,
  { shop }: Stage,
): Promise<void> {
  const { paper: text } = audit
  const save = exactly(text.save)
  await tabTo(page, exactly(text.conclusion))
  await page.keyboard.type('In order')
  const paper = `/api/admin/audit/papers/${new URL(page.url()).searchParams.get('paper')}`
  const other = await shop.owner()
  const [{ walk }] = (await other.get(paper)).body.walks
  await other.put(paper, { notes: { [walk.number]: 'Seen' }, conclusion: '' })
  const conflict = { words: upTo(text.conflict), field: upTo(text.conflict) }
  await sentBack(page, save, conflict)
  await tabTo(page, exactly(admin.changedMeanwhile))
  await press(page, 'Enter')
  const note = page.getByLabel(upTo(text.note)).first()
  await expect.poll(() => note.inputValue()).toBe('Seen')
  await tabTo(page, save)
  await press(page, 'Enter')
  await wordsOf(page, text.saved)
  expect(await page.getByLabel(exactly(text.conclusion)).inputValue()).toBe('In order')
}

async function accounts(page: Page, { staff: text }: Said): Promise<void> {
  const [invite, email] = [exactly(text.invite), exactly(text.email)]
  const rami = exactly(text.open('Rami Aoun'))
  await openByKey(page, invite)
  await tabTo(page, exactly(text.name))
  await page.keyboard.type('Nour Khalil')
  await tabTo(page, email)
  await page.keyboard.type('nour')
  await tabTo(page, exactly(text.sendInvite))
  await press(page, 'Enter')
  await isFocused(page, email) // refused: the field has the keyboard, not the button
  await page.keyboard.type('@shop.example')
  await press(page, 'Enter')
  await page.locator('[data-entry]').waitFor() // in the place of the form
  await press(page, 'Escape')
  await isFocused(page, invite)
  await openByKey(page, rami)
  await page.getByRole('button', { name: exactly(text.resetPassword) }).waitFor()
  const acts = [text.resetPassword, text.resetFactors, text.disable].map((act) => exactly(act))
  await openEach(page, acts, few)
  await press(page, 'Escape')
  await isFocused(page, rami)
}

/** Last: it changes how the owner signs in. */
async function security(
  page: Page,
  { admin, factors: text }: Said,
  { shop }: Stage,
): Promise<void> {
  const [setUp, remove] = [exactly(text.setUp), exactly(text.remove)]
  await openEach(page, [setUp, exactly(text.addPasskey)], few)
  await tabTo(page, upTo(text.sessions.endOf))
  await press(page, 'Enter')
  await wordsOf(page, text.sessions.ended)
  await isHeldIn(page, 'main section')
  await openByKey(page, setUp)
  const secret = fromBase32(await page.getByRole('dialog').locator('code').innerText())
  await tabTo(page, exactly(text.sixDigits))
  await page.keyboard.type(codeOfApp(secret, shop.service.core.clock.now()))
  await press(page, 'Enter')
  await tabTo(page, exactly(text.kept))
  await press(page, 'Enter')
  await isFocused(page, remove)
  await openEach(page, [exactly(text.renew)], few)
  await tabTo(page, remove, 'Shift+Tab')
  await press(page, 'Enter')
  await isFocused(page, exactly(admin.cancel)) // one press takes nothing away
  await tabTo(page, remove)
  await press(page, 'Enter')
  await isFocused(page, setUp)
}

type Walk = (page: Page, said: Said, stage: Stage) => Promise<void>
type DeskWalk = readonly [name: string, path: string, walk: Walk]

/** In this order, as some change what others look at. */
export const deskWalks: readonly DeskWalk[] = [
  ['needs attention', 'attention', attention],
  ['fulfilment', 'fulfilment', fulfilment],
  ['statements and till', 'money', statementsAndTill],
  ['refund duties', 'money?part=refunds', refunds],
  ['files and rates', 'money?part=files', filesAndRates],
  ['an invoice, and the menu', 'invoice?order=:order', invoiceAndMenu],
  ['messages', 'messages', messages],
  ['a draw, put off and annulled', 'draws', draws],
  ['insight', 'insight', insight],
  ['approvals', 'approvals', approvals],
  ['a trail that goes on', 'audit', trail],
  ['a ticket and its evidence', 'audit?view=ticket', ticket],
  ['time travel', 'audit?view=past', timeTravel],
  ['the auditor’s kit', 'audit?view=kit', kit],
  ['accounts', 'staff', accounts],
  ['one’s own sign-in', 'security', security],
]
