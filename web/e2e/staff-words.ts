// The words of the staff's pages, in a language of either reading direction: a walk that finds by
// its name what it presses takes that name from here, and goes through both.
import { adminAr } from '../lib/text/admin-ar.ts'
import { catalogueAr } from '../lib/text/admin-catalogue-ar.ts'
import { catalogueEn } from '../lib/text/admin-catalogue-en.ts'
import type { CatalogueTexts } from '../lib/text/admin-catalogue-en.ts'
import { adminDesksAr } from '../lib/text/admin-desks-ar.ts'
import { adminDesksEn } from '../lib/text/admin-desks-en.ts'
import type { AdminDesksTexts } from '../lib/text/admin-desks-en.ts'
import { adminEn } from '../lib/text/admin-en.ts'
import type { AdminTexts } from '../lib/text/admin-en.ts'
import { adminImportAr } from '../lib/text/admin-import-ar.ts'
import { adminImportEn } from '../lib/text/admin-import-en.ts'
import type { AdminImportTexts } from '../lib/text/admin-import-en.ts'
import { adminOrdersAr } from '../lib/text/admin-orders-ar.ts'
import { adminOrdersEn } from '../lib/text/admin-orders-en.ts'
import type { AdminOrdersTexts } from '../lib/text/admin-orders-en.ts'

export type Said = {
  language: 'en' | 'ar'
  admin: AdminTexts
  catalogue: CatalogueTexts
  desks: AdminDesksTexts
  imports: AdminImportTexts
  orders: AdminOrdersTexts
}

export const english: Said = {
  language: 'en',
  admin: adminEn,
  catalogue: catalogueEn,
  desks: adminDesksEn,
  imports: adminImportEn,
  orders: adminOrdersEn,
}

export const arabic: Said = {
  language: 'ar',
  admin: adminAr,
  catalogue: catalogueAr,
  desks: adminDesksAr,
  imports: adminImportAr,
  orders: adminOrdersAr,
}

/** By this name and no other; spaces are those that `focusOf` tells of. */
export const exactly = (words: string) => new RegExp(`^${literally(words)}$`)

/** By a name that begins with this: a field has its hint behind it, a heading its number. */
export const beginning = (words: string) => new RegExp(`^${literally(words)}`)

const literally = (words: string) =>
  words.replace(/\s+/g, ' ').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
