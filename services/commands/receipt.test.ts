import { expect, it } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'

import { newId } from '../ids.ts'
import { orderLinks } from './order-link.ts'
import { receiptText } from './receipt.ts'

const links = orderLinks({ secrets: [Buffer.alloc(32, 7)], publicOrigin: 'https://shop.example' })
const reference = 'QR-7K3M9P'
const pageUrl = links.shortUrl({ orderId: newId<OrderId>(), generation: 0 }, reference)

function receiptOf(raffleName: string, language: 'en' | 'ar' | 'fr') {
  const line = { lineId: 'l-1', raffleName }
  const grant = { lineId: 'l-1', raffleId: 'r-1', first: 1, last: 6 }
  type Placed = Parameters<typeof receiptText>[0]
  type Grants = Parameters<typeof receiptText>[1]
  // Of a line and of a grant only what the words need.
  const order = { reference, lines: [line] } as unknown as Placed
  return receiptText(order, [grant] as unknown as Grants, { language, pageUrl })
}

it('writes the name of a raffle as it is, whatever signs are in it', () => {
  for (const name of ['$& wins $1', "$' and $`", 'A {numbers} prize', '$$$'])
    expect(receiptOf(name, 'en')).toContain(`\n${name}: 000001-000006\n`)
})

it('of goods alone speaks of no tickets', () => {
  const text = (language: 'en' | 'ar' | 'fr') =>
    receiptText({ reference, lines: [] }, [], { language, pageUrl })
  expect(text('en')).toBe(`Order QR-7K3M9P is paid. Thank you!\n${pageUrl}`)
  expect(text('fr')).toBe(`Commande QR-7K3M9P payée. Merci !\n${pageUrl}`)
  expect(text('ar')).toBe(`تم دفع الطلب QR-7K3M9P. شكرًا لك!\n${pageUrl}`)
})

it('fits one text in English and French, and two in Arabic', () => {
  expect(receiptOf('A Trip to Egypt', 'en').length).toBeLessThanOrEqual(160)
  expect(receiptOf('Voyage en Egypte', 'fr').length).toBeLessThanOrEqual(160)
  expect(receiptOf('رحلة إلى مصر', 'ar').length).toBeLessThanOrEqual(2 * 67)
})
