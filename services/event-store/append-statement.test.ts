// The one statement of a batch of a shop log: a list for each column, in the order of the items.
import { expect, it } from 'vitest'

import { appendStatement, type ShopItem } from './append.ts'

const item = (number: number, facts: number): ShopItem => ({
  streamId: `order/${number}`,
  expectedVersion: number + 5,
  commandId: `command-${number}`,
  requestHash: `0${number}`.repeat(32),
  types: Array.from({ length: facts }, (_, fact) => `Type${number}${fact}`),
  schemaVersions: Array.from({ length: facts }, (_, fact) => fact + 1),
  payloads: Array.from({ length: facts }, (_, fact) => `{"fact":"${number}${fact}"}`),
  meta: `{"meta":${number}}`,
})
const joined = (...texts: string[]) => texts.join('\u001e')

it('sends a list for each column, and the meta of an item with each of its facts', () => {
  expect(appendStatement('shop/3', [item(1, 2), item(2, 1)])).toEqual({
    name: 'append_shop',
    text: 'select * from append_shop($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
    values: [
      'shop/3',
      joined('order/1', 'order/2'),
      '{6,7}',
      '{command-1,command-2}',
      Buffer.concat([Buffer.alloc(32, 1), Buffer.alloc(32, 2)]),
      '{2,1}',
      joined('Type10', 'Type11', 'Type20'),
      '{1,2,1}',
      joined('{"fact":"10"}', '{"fact":"11"}', '{"fact":"20"}'),
      joined('{"meta":1}', '{"meta":1}', '{"meta":2}'),
    ],
  })
})
