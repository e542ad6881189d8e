import { expect, it } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'

import { newId } from '../ids.ts'
import { orderLinks } from './order-link.ts'
import { receiptText } from './receipt.ts'

const links = orderLinks({ secrets: [Buffer.alloc(32, 7)], publicOrigin: 'https://shop.example' })
const reference = 'QR-7K3M9P'
const pageUrl = links.shortUrl({ orderId: newId<OrderId>(), generation: 0 }, reference)

/** A raffle may be in several grants: six numbers each. */
function receiptOf(raffleNames: string | readonly string[], language: 'en' | 'ar' | 'fr') {
  const lines = [raffleNames].flat().map((raffleName, at) => ({ lineId: `l-${at}`, raffleName }))
  const grants = lines.map(({ lineId }, at) => ({
    lineId,
    raffleId: 'r-1',
    first: 6 * at + 1,
    last: 6 * at + 6,
  }))
  type Placed = Parameters<typeof receiptText>[0]
  type Grants = Parameters<typeof receiptText>[1]
  // Of a line and of a grant only what the words need.
  const order = { reference, lines } as unknown as Placed
  return receiptText(order, grants as unknown as Grants, { language, pageUrl })
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

/** Of WhatsApp's templates, the narrowest of our gateways. */
const GATEWAY_CHARACTERS_MAX = 1_024

it('ends with the link however long it would be, and says how much it leaves out', () => {
  const names = Array.from({ length: 20 }, () => 'x'.repeat(200))
  const more = {
    en: 'and 17 more, on the page:',
    fr: 'et 17 de plus, sur la page :',
    ar: 'و17 غيرها، على الصفحة:',
  }
  for (const language of ['en', 'fr', 'ar'] as const) {
    const text = receiptOf(names, language)
    expect(text.length).toBeLessThanOrEqual(GATEWAY_CHARACTERS_MAX)
    expect(text.split('\n').slice(4)).toEqual([more[language], pageUrl])
    expect(text).toContain('000013')
    expect(text).not.toContain('000019')
  }
})

it('leaves nothing out that fits, and says nothing of more', () => {
  const names = Array.from({ length: 20 }, () => 'A trip')
  const text = receiptOf(names, 'en')
  expect(text.split('\n')).toHaveLength(22)
  expect(text).not.toContain('more, on the page')
})

it('names no raffle whose name alone is too long for a text', () => {
  const text = receiptOf('x'.repeat(2_000), 'en')
  expect(text.split('\n').slice(1)).toEqual(['and 1 more, on the page:', pageUrl])
})
