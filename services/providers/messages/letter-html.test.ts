import { expect, it } from 'vitest'

import { letterHtml } from './letter-html.ts'
import type { Letter } from './port.ts'

const letter: Letter = {
  subject: 'Order QR-7K3M9P is paid',
  title: '{reference} $& <b>Thanks</b>',
  lines: ['One', 'Two'],
  tables: [{ title: 'Tickets', rows: [{ name: '"><script>', value: '000001-000006' }] }],
  link: { label: 'Open', url: 'https://shop.example/order/1?link=a&b="' },
  foot: "It's automatic.",
}

it.each([
  ['en', 'ltr'],
  ['fr', 'ltr'],
  ['ar', 'rtl'],
] as const)(
  'says every word of a letter as it is, and fetches nothing: %s',
  (language, direction) => {
    const html = letterHtml(letter, { language, shopName: '<Qura>' })
    expect(html).toContain(`<html lang="${language}" dir="${direction}">`)
    const shown = [letter.title, ...letter.lines, '"><script>', '000001-000006', letter.foot ?? '']
    for (const words of [...shown, '<Qura>']) expect(html).toContain(`>${inHtml(words)}<`)
    expect(html).toContain(`href="${inHtml(letter.link?.url ?? '')}"`)
    expect(html).not.toMatch(/<script|<b>|<img|<link|src=|url\(|@import/)
  },
)

it('leaves out what a letter does not have', () => {
  const bare = { ...letter, lines: [], tables: [], link: null, foot: null }
  const html = letterHtml(bare, { language: 'en', shopName: 'Qura' })
  expect(html).not.toMatch(/<p|<h2|<a |null|undefined/)
})

const inHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
