// The words of the staff's pages, in a language of either reading direction: a walk that finds by
// its name what it presses takes that name from here, and goes through both.
import { adminAr } from '../lib/text/admin-ar.ts'
import { adminEn } from '../lib/text/admin-en.ts'
import type { AdminTexts } from '../lib/text/admin-en.ts'
import { analyticsAr } from '../lib/text/admin-analytics-ar.ts'
import { analyticsEn } from '../lib/text/admin-analytics-en.ts'
import type { AnalyticsTexts } from '../lib/text/admin-analytics-en.ts'
import { adminAuditAr } from '../lib/text/admin-audit-ar.ts'
import { adminAuditEn } from '../lib/text/admin-audit-en.ts'
import type { AdminAuditTexts } from '../lib/text/admin-audit-en.ts'
import { catalogueAr } from '../lib/text/admin-catalogue-ar.ts'
import { catalogueEn } from '../lib/text/admin-catalogue-en.ts'
import type { CatalogueTexts } from '../lib/text/admin-catalogue-en.ts'
import { adminDesksAr } from '../lib/text/admin-desks-ar.ts'
import { adminDesksEn } from '../lib/text/admin-desks-en.ts'
import type { AdminDesksTexts } from '../lib/text/admin-desks-en.ts'
import { adminImportAr } from '../lib/text/admin-import-ar.ts'
import { adminImportEn } from '../lib/text/admin-import-en.ts'
import type { AdminImportTexts } from '../lib/text/admin-import-en.ts'
import { adminMoneyAr } from '../lib/text/admin-money-ar.ts'
import { adminMoneyEn } from '../lib/text/admin-money-en.ts'
import type { AdminMoneyTexts } from '../lib/text/admin-money-en.ts'
import { adminOrdersAr } from '../lib/text/admin-orders-ar.ts'
import { adminOrdersEn } from '../lib/text/admin-orders-en.ts'
import type { AdminOrdersTexts } from '../lib/text/admin-orders-en.ts'
import { adminStaffAr } from '../lib/text/admin-staff-ar.ts'
import { adminStaffEn } from '../lib/text/admin-staff-en.ts'
import type { AdminStaffTexts } from '../lib/text/admin-staff-en.ts'
import { drawRoomAr } from '../lib/text/draw-room-ar.ts'
import { drawRoomEn } from '../lib/text/draw-room-en.ts'
import type { DrawRoomTexts } from '../lib/text/draw-room-en.ts'
import { factorsAr } from '../lib/text/factors-ar.ts'
import { factorsEn } from '../lib/text/factors-en.ts'
import type { FactorTexts } from '../lib/text/factors-en.ts'
import { problemsAr } from '../lib/text/problems-ar.ts'

export type Said = {
  language: 'en' | 'ar'
  admin: AdminTexts
  analytics: AnalyticsTexts
  audit: AdminAuditTexts
  catalogue: CatalogueTexts
  desks: AdminDesksTexts
  imports: AdminImportTexts
  money: AdminMoneyTexts
  orders: AdminOrdersTexts
  staff: AdminStaffTexts
  room: DrawRoomTexts
  factors: FactorTexts
  /** Somebody else was faster, by the name. */
  meanwhile: (name: string) => string
}

export const english: Said = {
  language: 'en',
  admin: adminEn,
  analytics: analyticsEn,
  audit: adminAuditEn,
  catalogue: catalogueEn,
  desks: adminDesksEn,
  imports: adminImportEn,
  money: adminMoneyEn,
  orders: adminOrdersEn,
  staff: adminStaffEn,
  room: drawRoomEn,
  factors: factorsEn,
  meanwhile: (name) => `This was changed by ${name} meanwhile. Please look at it again.`,
}

export const arabic: Said = {
  language: 'ar',
  admin: adminAr,
  analytics: analyticsAr,
  audit: adminAuditAr,
  catalogue: catalogueAr,
  desks: adminDesksAr,
  imports: adminImportAr,
  money: adminMoneyAr,
  orders: adminOrdersAr,
  staff: adminStaffAr,
  room: drawRoomAr,
  factors: factorsAr,
  meanwhile: (name) =>
    problemsAr.edit_conflict?.({ error: '-', code: 'edit_conflict', changedBy: name }) ?? '',
}

/** By one of these names and no other; spaces are those that `focusOf` tells of. */
export const exactly = (...names: string[]) => new RegExp(`^(?:${names.map(literally).join('|')})$`)

/** By a name that begins with this: a field has its hint behind it, a choice its number. */
export const beginning = (words: string) => new RegExp(`^${literally(words)}`)

/** By a sentence, as far as what it names, in the marks of its own direction. */
export const upTo = (sentence: (named: string) => string) =>
  beginning(sentence('@').split(/[@\u2066-\u2069]/)[0] ?? '')

const literally = (words: string) =>
  words.replace(/\s+/g, ' ').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
