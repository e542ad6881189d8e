import { describe, expect, it } from 'vitest'

import { problemStatus } from '#services/contract/problems.ts'

import type { FactWords } from '../admin/fact-words.ts'
import { accountAr } from './account-ar.ts'
import { accountEn } from './account-en.ts'
import { accountFr } from './account-fr.ts'
import { orderAr } from './account-order-ar.ts'
import { orderEn } from './account-order-en.ts'
import { orderFr } from './account-order-fr.ts'
import { selfAr } from './account-self-ar.ts'
import { selfEn } from './account-self-en.ts'
import { selfFr } from './account-self-fr.ts'
import { adminAr } from './admin-ar.ts'
import { catalogueAr } from './admin-catalogue-ar.ts'
import { catalogueEn } from './admin-catalogue-en.ts'
import { catalogueFr } from './admin-catalogue-fr.ts'
import { adminDesksAr } from './admin-desks-ar.ts'
import { adminDesksEn } from './admin-desks-en.ts'
import { adminDesksFr } from './admin-desks-fr.ts'
import { adminImportAr } from './admin-import-ar.ts'
import { adminImportEn } from './admin-import-en.ts'
import { adminImportFr } from './admin-import-fr.ts'
import { adminEn } from './admin-en.ts'
import { adminFr } from './admin-fr.ts'
import { adminMoneyAr } from './admin-money-ar.ts'
import { adminMoneyEn } from './admin-money-en.ts'
import { adminMoneyFr } from './admin-money-fr.ts'
import { adminOrdersAr } from './admin-orders-ar.ts'
import { adminOrdersEn } from './admin-orders-en.ts'
import { adminOrdersFr } from './admin-orders-fr.ts'
import { analyticsAr } from './admin-analytics-ar.ts'
import { analyticsEn } from './admin-analytics-en.ts'
import { analyticsFr } from './admin-analytics-fr.ts'
import { adminAuditAr } from './admin-audit-ar.ts'
import { adminAuditEn } from './admin-audit-en.ts'
import { adminAuditFr } from './admin-audit-fr.ts'
import { adminSettingsAr } from './admin-settings-ar.ts'
import { adminSettingsEn } from './admin-settings-en.ts'
import { adminSettingsFr } from './admin-settings-fr.ts'
import { adminStaffAr } from './admin-staff-ar.ts'
import { adminStaffEn } from './admin-staff-en.ts'
import { adminStaffFr } from './admin-staff-fr.ts'
import { alertsAr } from './alerts-ar.ts'
import { alertsEn } from './alerts-en.ts'
import { alertsFr } from './alerts-fr.ts'
import { ar } from './ar.ts'
import { checkoutAr } from './checkout-ar.ts'
import { checkoutEn } from './checkout-en.ts'
import { checkoutFr } from './checkout-fr.ts'
import { consentAr } from './consent-ar.ts'
import { consentEn } from './consent-en.ts'
import { consentFr } from './consent-fr.ts'
import { drawAr } from './draw-ar.ts'
import { drawEn } from './draw-en.ts'
import { drawFr } from './draw-fr.ts'
import { drawRefusalIn } from './draw-refusals.ts'
import { drawRefusalsAr } from './draw-refusals-ar.ts'
import { drawRefusalsFr } from './draw-refusals-fr.ts'
import { drawRoomAr } from './draw-room-ar.ts'
import { drawRoomEn } from './draw-room-en.ts'
import { drawRoomFr } from './draw-room-fr.ts'
import { en } from './en.ts'
import { factorsAr } from './factors-ar.ts'
import { factorsEn } from './factors-en.ts'
import { factorsFr } from './factors-fr.ts'
import { fr } from './fr.ts'
import { offlineAr } from './offline-ar.ts'
import { offlineEn } from './offline-en.ts'
import { offlineFr } from './offline-fr.ts'
import { proofVerifyAr } from './proof-verify-ar.ts'
import { proofVerifyEn } from './proof-verify-en.ts'
import { proofVerifyFr } from './proof-verify-fr.ts'
import { problemsAr } from './problems-ar.ts'
import { problemsFr } from './problems-fr.ts'
import { bracketed } from './pseudo.ts'

const tables = {
  shop: [en, ar, fr],
  checkout: [checkoutEn, checkoutAr, checkoutFr],
  alerts: [alertsEn, alertsAr, alertsFr],
  offline: [offlineEn, offlineAr, offlineFr],
  consent: [consentEn, consentAr, consentFr],
  account: [accountEn, accountAr, accountFr],
  order: [orderEn, orderAr, orderFr],
  self: [selfEn, selfAr, selfFr],
  proofVerify: [proofVerifyEn, proofVerifyAr, proofVerifyFr],
  draw: [drawEn, drawAr, drawFr],
  drawRoom: [drawRoomEn, drawRoomAr, drawRoomFr],
  drawRefusals: [drawRefusalsFr, drawRefusalsAr, drawRefusalsFr], // English is the server's own
  analytics: [analyticsEn, analyticsAr, analyticsFr],
  admin: [adminEn, adminAr, adminFr],
  adminDesks: [adminDesksEn, adminDesksAr, adminDesksFr],
  adminMoney: [adminMoneyEn, adminMoneyAr, adminMoneyFr],
  adminOrders: [adminOrdersEn, adminOrdersAr, adminOrdersFr],
  catalogue: [catalogueEn, catalogueAr, catalogueFr],
  productImport: [adminImportEn, adminImportAr, adminImportFr],
  adminAudit: [adminAuditEn, adminAuditAr, adminAuditFr],
  factors: [factorsEn, factorsAr, factorsFr],
  adminSettings: [adminSettingsEn, adminSettingsAr, adminSettingsFr],
  adminStaff: [adminStaffEn, adminStaffAr, adminStaffFr],
}

describe.each(Object.entries(tables))('the table of %s', (_name, [english, arabic, french]) => {
  it('has the same sentences in every language', () => {
    expect(pathsIn(arabic)).toEqual(pathsIn(english))
    expect(pathsIn(french)).toEqual(pathsIn(english))
  })

  it('has no empty sentence, and no Arabic one without Arabic letters', () => {
    const bare = sentencesIn(arabic).filter((words) => !/[\u0600-\u06ff]/.test(words))
    expect(bare.filter((words) => !isSameEverywhere(words))).toEqual([])
    expect(sentencesIn(french).filter((words) => words.trim() === '')).toEqual([])
  })

  it('writes Western digits, and stops and commas of its own script', () => {
    expect(sentencesIn(arabic).filter((words) => /[٠-٩۰-۹]|,(?!\d)|[?;]/.test(words))).toEqual([])
  })
})

it('counts tickets in Arabic as Arabic counts', () =>
  expect([0, 1, 2, 3, 11, 100].map(ar.raffles.gain)).toEqual([
    'لا تذاكر',
    'تذكرة واحدة',
    'تذكرتان',
    '3 تذاكر',
    '11 تذكرة',
    '100 تذكرة',
  ]))

it('counts days in Arabic as Arabic counts', () =>
  expect([1, 2, 3, 11, 100].map(ar.raffles.endsInDays)).toEqual([
    'ينتهي بعد يوم واحد',
    'ينتهي بعد يومين',
    'ينتهي بعد 3 أيام',
    'ينتهي بعد 11 يومًا',
    'ينتهي بعد 100 يوم',
  ]))

it.each([
  ['English', adminEn, adminDesksEn, adminMoneyEn, adminStaffEn, adminAuditEn],
  ['Arabic', adminAr, adminDesksAr, adminMoneyAr, adminStaffAr, adminAuditAr],
  ['French', adminFr, adminDesksFr, adminMoneyFr, adminStaffFr, adminAuditFr],
] as const)('has one name for each desk in %s', (_, { menu }, desks, money, staff, audit) => {
  const { attention, fulfilment, messages } = desks
  const titles = { attention, fulfilment, messages, money, staff, audit }
  for (const name of Object.keys(titles) as (keyof typeof titles)[])
    expect([name, menu[name]]).toEqual([name, titles[name].title])
  const { security, approvals } = staff
  expect([menu.security, menu.approvals]).toEqual([security.title, approvals.title])
})

it.each([
  ['English', adminEn, analyticsEn, drawRoomEn, adminSettingsEn],
  ['Arabic', adminAr, analyticsAr, drawRoomAr, adminSettingsAr],
  ['French', adminFr, analyticsFr, drawRoomFr, adminSettingsFr],
] as const)('names each other page once in %s', (_, { menu }, analytics, room, settings) => {
  const titles = [analytics.insight.title, room.list.title, settings.title]
  expect([menu.insight, menu.draws, menu.settings]).toEqual(titles)
})

it('counts in the trail as each language counts', () => {
  const closed = (count: string) =>
    adminAuditAr.sentences.RaffleClosed({ count, reason: 'انتهى الوقت' } as FactWords)
  expect(['0', '1', '2', '3', '11', '100'].map(closed)).toEqual([
    expect.stringContaining('بلا أي تذكرة'),
    expect.stringContaining('عند تذكرة واحدة'),
    expect.stringContaining('عند تذكرتين'),
    expect.stringContaining('عند 3 تذاكر'),
    expect.stringContaining('عند 11 تذكرة'),
    expect.stringContaining('عند 100 تذكرة'),
  ])
  const one = { count: '1', reason: '' } as FactWords
  expect(adminAuditEn.sentences.SessionsRevoked(one)).toBe('1 session was ended by hand')
  expect(adminAuditFr.sentences.SessionsRevoked(one)).toBe('1 session fermée à la main')
  expect(adminAuditEn.sentences.OrdersClaimed(one)).toBe(
    '1 earlier order now belongs to the customer',
  )
  expect(adminAuditEn.ticket.callbacks(1)).toBe('1 callback')
  expect(adminAuditFr.ticket.callbacks(2)).toBe('2 rappels')
})

it('says of a late list in each language whom to call', () => {
  const hints = [adminDesksEn, adminDesksAr, adminDesksFr].map(({ attention }) => attention.hints)
  for (const { projection, reactor } of hints)
    expect(projection).toContain(reactor.split('. ').at(-1))
})

it('calls nothing that is taken back by the Arabic word for a raffle', () => {
  const { acts, requestStates } = adminOrdersAr
  const states = [requestStates.withdrawn, orderAr.request.states.withdrawn]
  const said = [acts.withdrawHints.stays, acts.refused.refund_stays, ...states]
  expect(said.filter((words) => /سحب|سحوب/.test(words))).toEqual([])
})

it('counts in French as French counts: none is one', () =>
  expect([0, 1, 2].map(fr.raffles.gain)).toEqual(['0 billet', '1 billet', '2 billets']))

it('says in each language how many tickets are left', () => {
  const problem = { error: 'Only 3 tickets left', code: 'tickets_left', available: 3 }
  const named = { ...problem, raffleName: 'Apple Watch' }
  expect(problemsAr.tickets_left?.(named)).toBe('بقيت 3 تذاكر فقط في سحب \u2068Apple Watch\u2069')
  expect(problemsFr.tickets_left?.(named)).toBe('Il ne reste que 3 billets pour Apple Watch')
})

it('says in each language what a monthly limit leaves, to whom it belongs', () => {
  const own = { error: '', code: 'monthly_cap', monthlyCap: '25.00', left: '5.00' }
  expect(problemsAr.monthly_cap?.(own)).toContain('\u2066$5.00\u2069')
  expect(problemsFr.monthly_cap?.(own)).toContain('il vous reste $5.00')
  expect(problemsFr.monthly_cap?.({ error: '', code: 'monthly_cap' })).not.toContain('undefined')
})

it('knows the same refusals in Arabic and in French', () =>
  expect(Object.keys(problemsAr)).toEqual(Object.keys(problemsFr)))

it.each([
  ['Arabic', problemsAr, drawRefusalsAr, adminOrdersAr],
  ['French', problemsFr, drawRefusalsFr, adminOrdersFr],
] as const)('knows every refusal in %s', (_language, problems, ofDraws, { acts }) => {
  const tables = [problems, ofDraws, acts.refused, acts.atDraw]
  const isKnown = (code: string) => tables.some((table) => code in table)
  const unknown = Object.keys(problemStatus).filter((code) => !isKnown(code))
  expect(unknown.toSorted()).toEqual([...saidElsewhere].toSorted())
})

it('has words of the draw outside its room', async () => {
  expect(await drawRefusalIn('fr', 'draw_is_binding')).toBe(drawRefusalsFr.draw_is_binding)
  expect(await drawRefusalIn('en', 'draw_is_binding')).toBeNull() // the server's own is English
})

it('keeps amounts in an Arabic sentence in their own direction', () =>
  expect(checkoutAr.pay('$25.00')).toBe('ادفع \u2066$25.00\u2069'))

it('brackets a whole sentence, whether it is words or a function', () =>
  expect(bracketed({ a: 'b', c: [(n: number) => `${n} d`] }).c[0]?.(1)).toBe('⟦1 d⟧'))

/** What no page asks for; and a statement that is settled, of which its dialog counts the lines. */
const saidElsewhere = [
  'method_not_allowed',
  'unsupported_media_type',
  'already_published',
  'unknown_tickets',
  'already_void',
  'statement_settled',
]

/** Names of things, signs and counts are the same in every language. */
const isSameEverywhere = (words: string) => /^[\w\s+#×–$.\u2066-\u2069]*$/.test(words)

function pathsIn(table: unknown, at = ''): string[] {
  if (typeof table !== 'object' || table === null) return [`${at}: ${typeof table}`]
  return Object.entries(table)
    .flatMap(([key, entry]) => pathsIn(entry, `${at}.${key}`))
    .toSorted()
}

/** Every sentence, those with gaps once for a few counts. */
function sentencesIn(table: unknown): string[] {
  if (typeof table === 'string') return [table]
  if (typeof table === 'function') return [0, 1, 2, 3, 11].map((n) => String(table(n, n)))
  return Object.values(table as object).flatMap(sentencesIn)
}
