import { describe, expect, it } from 'vitest'

import type { Grant, OrderLine } from '#events/order/events.ts'

import { drawLetter } from './draw-letters.ts'
import { letterText } from './letter-text.ts'
import { noticeLetter, receiptLetter } from './order-letters.ts'

const line = (parts: Partial<OrderLine>) =>
  ({
    lineId: 'line-1',
    productName: 'Cedar Notebook',
    variantName: null,
    quantity: 1,
    unitPriceCents: 1_000,
    raffleName: 'A car',
    ...parts,
  }) as OrderLine // what a letter reads of it

const order = {
  reference: 'QR-7K3M9P',
  lines: [line({ quantity: 2, variantName: 'Blue' }), line({ raffleName: null })],
  shippingCents: 500,
  totalCents: 3_500,
}
const grants = [{ lineId: 'line-1', first: 1, last: 6 }] as unknown as Grant[]
const pageUrl = 'https://shop.example/order/1?link=x'

describe('a receipt by e-mail', () => {
  it('says what was paid, and for which tickets', () => {
    const letter = receiptLetter(order, grants, { language: 'en', pageUrl })
    expect(letter.subject).toBe('Order QR-7K3M9P is paid: your tickets')
    expect(letterText(letter, 'en')).toContain(
      'Your tickets\nA car: 000001-000006\n\n' +
        'Your order\n2 × Cedar Notebook, Blue: $20.00\nCedar Notebook: $10.00\n' +
        'Delivery: $5.00\nPaid: $35.00\n\n' +
        `Open the order\n${pageUrl}\n\n`,
    )
  })

  it.each(['en', 'fr', 'ar'] as const)('leaves no place of its template open in %s', (language) => {
    const text = letterText(receiptLetter(order, grants, { language, pageUrl }), language)
    expect(text).not.toMatch(/\{\w+\}|undefined/)
    expect(text.match(/QR-7K3M9P/g)).toHaveLength(2)
  })

  it.each(['en', 'fr', 'ar'] as const)(
    'of goods alone has no table of tickets in %s',
    (language) => {
      const letter = receiptLetter(order, [], { language, pageUrl })
      expect(letter.tables.map(({ rows }) => rows.length)).toEqual([4])
      const withTickets = receiptLetter(order, grants, { language, pageUrl })
      expect(letter.subject).not.toBe(withTickets.subject)
      expect(letter.lines).not.toEqual(withTickets.lines)
      expect(letterText(letter, language)).not.toMatch(/\{\w+\}|undefined/)
    },
  )

  it('takes every name as it is', () => {
    const lines = [line({ raffleName: '{reference} $& <i>', productName: '"><script>' })]
    const letter = receiptLetter({ ...order, lines }, grants, { language: 'fr', pageUrl })
    expect(letterText(letter, 'fr')).toContain('{reference} $& <i> : 000001-000006')
  })
})

describe('to an address that staff have written', () => {
  it.each(['en', 'fr', 'ar'] as const)('goes without the way to the order in %s', (language) => {
    const without = { language, pageUrl: null }
    const [letter, linked] = [without, { language, pageUrl }].map((way) =>
      receiptLetter(order, grants, way),
    )
    expect(letter).toEqual({ ...linked, link: null, foot: expect.any(String) })
    expect(letter?.foot).not.toBe(linked?.foot)
    const notice = noticeLetter(order, 'Order QR-7K3M9P was cancelled.', without)
    expect(notice).toMatchObject({ link: null, foot: letter?.foot })
    const text = letterText(notice, language)
    expect(text).not.toMatch(/https?:|\{\w+\}|undefined/)
    expect(text.match(/QR-7K3M9P/g)).toHaveLength(2)
  })
})

it('says a notice as its text does, with the way to the order', () => {
  const said = 'Order QR-7K3M9P: $10.00 was paid back to you.'
  const letter = noticeLetter(order, said, { language: 'en', pageUrl })
  expect(letter).toMatchObject({ subject: said, title: said, link: { url: pageUrl } })
})

it.each(['result', 'winner', 'reserve'] as const)('tells of a draw: %s', (kind) => {
  const values = { raffle: 'A {number} & more', number: '000042', pageUrl }
  for (const language of ['en', 'ar', 'fr', 'de']) {
    const letter = drawLetter(kind, language, values)
    expect(letter.subject).toContain('A {number} & more')
    expect(letter.subject).toContain('000042')
    expect(letter.link?.url).toBe(pageUrl)
  }
})
