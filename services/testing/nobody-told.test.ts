// The search itself: a leak that is planted is found, in whatever writing.
import { expect, it } from 'vitest'

import { toldOf, withoutValues } from './nobody-told.ts'

const people = ['Maya Haddad', 'maya@example.com', '+96170123456', 'Hamra 1, Beirut']
const told = (text: string) => toldOf(people, ['482913'], { log: text })

it.each([
  '{"message":"bought by Maya Haddad"}',
  '{"message":"bought by maya  haddad"}',
  'to MAYA@EXAMPLE.COM',
  'phone +96170123456',
  'phone 0096170123456,',
  'phone 70 123 456',
  'phone=70123456',
  'to Hamra 1, Beirut',
  'your code is 482913',
])('finds %s', (text) => expect(told(text)).toHaveLength(1))

it.each([
  '',
  'order 5f70123456aa',
  '+…56',
  '…@…',
  'took 1482913 ms, or 482913.5',
  'Maya bought, Haddad paid',
])('lets pass %s', (text) => expect(told(text)).toEqual([]))

it('looks at the names and labels of figures, not at their values', () => {
  const traces = (figures: string) =>
    toldOf([], ['580480'], { figures: withoutValues(`${figures}\nprocess_open_fds 7\n`) })
  expect(traces('sent{code="580480"} 1')).toEqual(['figures: 580480'])
  expect(traces('heap_bytes 580480')).toEqual([])
})

it('says where, and what', () =>
  expect(toldOf(people, [], { log: 'x', figures: 'buyer="Maya Haddad"' })).toEqual([
    'figures: Maya Haddad',
  ]))
