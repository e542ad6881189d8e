import { expect, it } from 'vitest'

import { readStatement } from './statement-csv.ts'

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

const kindOf = (kind: string, status: string, amount = '10.00') =>
  readStatement(`order_number,amount,date,type,status\n7,${amount},2026-11-21,${kind},${status}`)[0]
    ?.kind ?? null

it.each([
  ['sale', 'refund'],
  ['sale', 'Refunded'],
  ['sale', 'reversal'],
  ['sale', 'reversed'],
  ['sale', 'CHARGEBACK'],
  ['sale', 'charge-back'],
  ['', 'refund_pending'],
  ['chargeback', 'settled'],
  ['Reversal', ''],
])('a line of the kind %j with the status %j is money that went back', (kind, status) =>
  expect(kindOf(kind, status)).toBe('refund'),
)

it.each([
  ['void', 'settled'],
  ['sale', 'void'],
  ['sale', 'auto-voided'],
  ['3DS', ''],
  ['redirect', 'settled'],
  ['sale', '3ds'],
  ['sale', 'prepare'],
  ['sale', 'waiting'],
  ['sale', 'initiated'],
  ['sale', 'session expired'],
  ['sale', 'rejected'],
  ['refund', 'declined'],
  ['refund', 'refund declined'],
  ['reversal', 'reversal failed'],
])('a line of the kind %j with the status %j is of nothing that happened', (kind, status) =>
  expect(kindOf(kind, status)).toBeNull(),
)

it.each([
  ['sale', 'refund failed'],
  ['sale', 'chargeback rejected'],
  ['sale', 'partially refunded'],
  ['sale', 'definitive'],
])('a line of the kind %j with the status %j is a sale that stands', (kind, status) =>
  expect(kindOf(kind, status)).toBe('sale'),
)

it('what is below zero has gone back, whatever its kind is called', () => {
  expect(kindOf('void', 'settled', '-10.00')).toBe('refund')
  expect(kindOf('sale', '', '-10.00')).toBe('refund')
  expect(kindOf('sale', 'failed', '-10.00')).toBeNull()
  expect(kindOf('sale', 'settled')).toBe('sale')
})

it('numbers its lines as the file does, blank ones and those within quotes with them', () =>
  expect(
    readStatement(
      'externalId,amount,date,note\n\n1,1.00,2026-11-21,"a\nb"\n,,,\n2,1.00,2026-11-21,c\n',
    ).map(({ line, attemptRef }) => [line, attemptRef]),
  ).toEqual([
    [3, '1'],
    [6, '2'],
  ]))

it.each([
  ['', /Line 1: The file is empty/],
  ['externalId,amount,date\n1,"1.00,2026-11-21', /Line 2: a quote is opened and never closed/],
  ['a,b\n1,2', /Line 1: The file has no column externalid or/],
  ['externalId,amount,date\n1,ten,2026-11-21', /Line 2: “ten” is not an amount/],
  ['externalId,amount,date\n1,1.00,yesterday', /Line 2: “yesterday” is not a date/],
])('says which line of %j it cannot read', (text, words) =>
  expect(() => readStatement(text)).toThrow(words),
)

const centsOf = (separator: string, amount: string) =>
  readStatement(
    ['order_number', 'amount', 'date'].join(separator) +
      '\n' +
      ['7', `"${amount}"`, '2026-11-21'].join(separator),
  )[0]?.amountCents

it.each([
  [',', '12.5', 1_250],
  [',', '1,234', 123_400],
  [',', '1,234,567.89', 123_456_789],
  [',', '$1,234.50', 123_450],
  ['\t', '1,234.50', 123_450],
  [';', '12,50', 1_250],
  [';', '12,5', 1_250],
  [';', '1.234,50', 123_450],
  [';', '-1.234.567,89', 123_456_789],
  [';', '12.50', 1_250],
  [';', '1,234.50', 123_450],
  [';', '1234', 123_400],
  [',', '1,000,000,000', 100_000_000_000],
  [',', '0001234567890.25', 123_456_789_025],
  [',', '9999999999999.99', 999_999_999_999_999],
  [';', '-9.999.999.999.999,99', 999_999_999_999_999],
])('between signs %j, %j is %d cents', (separator, amount, cents) =>
  expect(centsOf(separator, amount)).toBe(cents),
)

it.each([
  [',', '12,50'],
  [',', '1,23,456'],
  [',', '1234,567'],
  [',', '1.234,50'],
  ['\t', '12,50'],
  [';', '1,234'],
  [';', '1.234'],
  [';', '12,345,67'],
  [';', '12,345'],
  [';', '.50'],
  [',', '10000000000000'],
  [',', '-10,000,000,000,000.00'],
  [';', '10.000.000.000.000,00'],
  [',', '90071992547409931'],
  [',', '9'.repeat(40)],
])('between signs %j, %j is refused with its line', (separator, amount) =>
  expect(() => centsOf(separator, amount)).toThrow(`Line 2: “${amount}” is not an amount`),
)

it('refuses the line at which the sums of a file become too long to be told', () => {
  const read = (...amounts: string[]) =>
    readStatement(
      ['externalId,amount,fee,date', ...amounts.map((two) => `1,${two},2026-11-21`)].join('\n'),
    )
  const half = '-5000000000000.00'
  expect(read(`${half},0`, '4999999999999.98,0.01')).toHaveLength(2)
  expect(() => read(`${half},0`, '4999999999999.98,0.02')).toThrow('Line 3: Up to here')
})

const instantOf = (date: string) =>
  readStatement(`externalId,amount,date\n1,1.00,${date}`)[0]?.happenedAt.toISOString()

it.each([
  ['in summer', '2026-07-21 23:30', '2026-07-21T20:30:00.000Z'],
  ['in winter', '2026-11-21 23:30', '2026-11-21T21:30:00.000Z'],
  ['just before spring puts the clocks on', '2026-03-28 23:59:59', '2026-03-28T21:59:59.000Z'],
  ['just after', '2026-03-29T01:00', '2026-03-28T22:00:00.000Z'],
  ['just before autumn puts them back', '2026-10-24 22:59', '2026-10-24T19:59:00.000Z'],
  ['just after', '2026-10-25 00:00', '2026-10-24T22:00:00.000Z'],
  ['of a summer’s day alone', '2026-07-21', '2026-07-21T09:00:00.000Z'],
  ['with a zone', '2026-07-21T23:30:15+0400', '2026-07-21T19:30:15.000Z'],
])('reads a time %s by the clocks of Beirut', (_when, date, instant) =>
  expect(instantOf(date)).toBe(instant),
)

it.each(['2026-02-30', '2026-02-30 10:00', '2026-13-01T10:00Z'])(
  'knows no day %s',
  (date) => void expect(() => instantOf(date)).toThrow('is not a day of the calendar'),
)

it('knows no zone +25:00', () =>
  expect(() => instantOf('2026-07-21T10:00+25:00')).toThrow('Line 2: '))
