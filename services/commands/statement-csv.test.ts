import { expect, it } from 'vitest'

import { parseCsv, readStatement } from './statement-csv.ts'

it('reads quotes, empty cells and both kinds of line ends', () =>
  expect(parseCsv('a,b\r\n"x ""y"", z",\n\n"1\n2",3')).toEqual([
    ['a', 'b'],
    ['x "y", z', ''],
    ['1\n2', '3'],
  ]))

it('finds the columns of Whish by their names', () =>
  expect(
    readStatement(
      'externalId,transactionId,amount,fee,currency,date\n' +
        '100000000001,T-9,"1,015.00",0.15,usd,2026-11-21T10:00:00Z\n',
    ),
  ).toEqual([
    {
      line: 2,
      kind: 'sale',
      attemptRef: '100000000001',
      providerRef: 'T-9',
      amountCents: 101_500,
      feeCents: 15,
      currency: 'USD',
      happenedAt: new Date('2026-11-21T10:00:00Z'),
    },
  ]))

it('finds those of MontyPay, in another order, with semicolons, and knows refunds', () =>
  expect(
    readStatement(
      '\uFEFFdate;type;payment_id;order_number;amount;status\n' +
        '2026-11-21;sale;p-1;7;10.00;settled\n2026-11-22;refund;p-1;7;4.5;settled\n' +
        '2026-11-22;sale;p-2;8;10.00;declined\n',
    ).map(({ kind, attemptRef, amountCents }) => [kind, attemptRef, amountCents]),
  ).toEqual([
    ['sale', '7', 1_000],
    ['refund', '7', 450],
  ]))

it.each([
  ['', /Line 1: The file is empty/],
  ['a,b\n1,2', /Line 1: The file has no column externalid or/],
  ['externalId,amount,date\n1,ten,2026-11-21', /Line 2: “ten” is not an amount/],
  ['externalId,amount,date\n1,1.00,yesterday', /Line 2: “yesterday” is not a date/],
])('says which line of %j it cannot read', (text, words) =>
  expect(() => readStatement(text)).toThrow(words),
)
