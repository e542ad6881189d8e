import { expect, it } from 'vitest'

import { allowedName, allowedWords, spanOfIo } from './span-words.ts'
import type { SpanWords } from './span-words.ts'

it('says what is on the list', () => {
  const words: SpanWords = {
    'http.request.method': 'POST',
    'http.route': '/api/orders/{id}/payment-status',
    'http.response.status_code': 201,
    'db.response.status_code': '40P01',
    'error.type': 'raffle_sold_out',
    'qura.projection': 'customer-orders',
    'qura.facts': 3,
    'qura.outcome': 'sent_before',
  }
  expect(allowedWords(words)).toEqual(words)
})

it.each([
  ['a name that is not on it', { 'url.full': 'https://shop.lb/o/x' }],
  ['a name of every object', { constructor: 'x' }],
  ['nothing', { 'http.route': undefined }],
  ['a path with a phone', { 'http.route': '/api/users/+96170123456/purchases' }],
  ['a path with an id', { 'http.route': '/api/orders/0d9c9c1e-4444-4000-8000-000000000001' }],
  ['a query', { 'http.route': '/api/orders?phone=70123456' }],
  ['a phone', { 'qura.outcome': '+961 70 123 456' }],
  ['a phone without its sign', { 'qura.purpose': 'to 70123456' }],
  ['an address', { 'qura.purpose': 'maya@example.com' }],
  ['a name of a person in another script', { 'qura.outcome': 'مايا حداد' }],
  ['a sentence', { 'error.type': 'duplicate key value (phone)=(+96170123456)' }],
  ['a number of a person for a class', { 'error.type': 'E70123456' }],
  ['a text for a number', { 'qura.facts': '70123456' }],
  ['what is no number', { 'qura.facts': Number.NaN }],
  ['a text that is too long', { 'qura.outcome': 'x'.repeat(200) }],
])('leaves out %s', (_what, words) => {
  // As somebody would write who has gone around the types.
  expect(allowedWords(words as SpanWords)).toEqual({})
})

it('names a span by words of ours alone', () => {
  expect(allowedName('GET /api/orders/{id}')).toBe('GET /api/orders/{id}')
  expect(allowedName('GET /api/users/96170123456')).toBe('other')
  expect(allowedName('maya@example.com')).toBe('other')
})

it.each([
  ['sql look_up_raffle', 'sql look_up_raffle'],
  ['sql message to resend', 'sql message to resend'],
  ['sql put customer_orders 3 12', 'sql put customer_orders N N'],
  // Without a name it is its first words, in which a value may stand.
  ["sql select * from people where phone = '+96170", 'sql select'],
  ["sql Insert into people values ('Maya Haddad'", 'sql insert'],
  ["sql ('Maya Haddad')", 'sql other'],
  ['sql commit', 'sql commit'],
  ['http whish payment', 'http whish payment'],
  ['file flush folder', 'file flush folder'],
  ['timer sleep', 'timer sleep'],
])('calls %j %j', (io, name) => expect(spanOfIo(io).name).toBe(name))

it('knows whom a call goes to', () => {
  expect(spanOfIo('sql begin')).toMatchObject({
    kind: 'client',
    words: { 'db.system.name': 'postgresql' },
  })
  expect(spanOfIo('http sms').kind).toBe('client')
  expect(spanOfIo('file read').kind).toBe('internal')
})
