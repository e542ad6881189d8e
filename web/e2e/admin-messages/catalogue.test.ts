import { expect, it } from 'vitest'

import { accountEn } from '../../lib/text/account-en.ts'
import { analyticsEn } from '../../lib/text/admin-analytics-en.ts'
import { catalogueEn } from '../../lib/text/admin-catalogue-en.ts'
import { adminEn } from '../../lib/text/admin-en.ts'
import { adminOrdersEn } from '../../lib/text/admin-orders-en.ts'
import { adminMessages } from './catalogue.ts'

it('stands to the letter among the sentences of staff', () => {
  const tables = [accountEn.admin, adminEn, analyticsEn, catalogueEn, adminOrdersEn]
  const sentences = new Set(tables.flatMap((table) => sentencesIn(table)))
  expect(adminMessages.filter((message) => !sentences.has(message))).toEqual([])
})

/** Those alone that hold nothing of a row: the others are made of it. */
function sentencesIn(table: unknown): string[] {
  if (typeof table === 'string') return [table]
  if (typeof table !== 'object' || table === null) return []
  return Object.values(table).flatMap((part) => sentencesIn(part))
}
