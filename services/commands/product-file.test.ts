import { describe, expect, it } from 'vitest'

import { readProductFile } from './product-file.ts'

const header = [
  'Product,Description,Price,Tickets,Total tickets,Raffle,Active',
  'Variant,SKU,Price-adjustment,Stock,Low at,Without entry',
].join(',')
const read = (...lines: string[]) => readProductFile([header, ...lines].join('\n'))
const errorsOf = (...lines: string[]) =>
  read(...lines).errors.map(({ line, column, code }) => [line, column, code])

describe('a file of products', () => {
  it('has a line for each variant, and for each product without one', () => {
    const { products, errors, lines } = read(
      'Mug,Blue,12.5,1,500,R-1,1,Red,M-1,0,40,5',
      'mug,,,,,,,Gold,M-2,+2.50,none,',
      'Notebook,Lined,$9,,,none,no,,,,,',
    )
    expect({ errors, lines }).toEqual({ errors: [], lines: 3 })
    expect(products).toMatchObject([
      {
        line: 2,
        name: 'Mug',
        priceCents: 1250,
        tickets: 1,
        totalTickets: 500,
        raffle: 'R-1',
        isActive: true,
        variants: [
          { line: 2, sku: 'M-1', name: 'Red', adjustmentCents: 0, stock: 40, lowAt: 5 },
          { line: 3, sku: 'M-2', name: 'Gold', adjustmentCents: 250, stock: null },
        ],
      },
      { line: 4, priceCents: 900, tickets: undefined, raffle: null, isActive: false, variants: [] },
    ])
  })

  it('needs only the column product, in any order, with any separator', () => {
    const { products, errors } = readProductFile('\uFEFFsku;STOCK;product\r\nM-1;3;Mug\r\n')
    expect(errors).toEqual([])
    expect(products).toMatchObject([
      { name: 'Mug', variants: [{ sku: 'M-1', stock: 3, name: undefined }] },
    ])
  })

  it('keeps what looks like a formula as the text it is', () => {
    const { products, errors } = read(`"=HYPERLINK(""x"")",'+1 mug,1,,,,,,,,,`)
    expect(errors).toEqual([])
    expect(products[0]).toMatchObject({ name: '=HYPERLINK("x")', description: '+1 mug' })
    expect(errorsOf('Mug,,=1+1,,,,,,,,,')).toEqual([[2, 'price', 'bad_money']])
  })

  it.each([
    ['12.5', 1_250],
    ['12,50', 1_250],
    ['$1,299.00', 129_900],
    ['1.299,5', 129_950],
    ['1299', 129_900],
  ])('reads the price %s', (cell, priceCents) => {
    const { products, errors } = readProductFile(`product;price\nMug;${cell}`)
    expect(errors).toEqual([])
    expect(products).toMatchObject([{ priceCents }])
  })

  it.each(['1,299', '1.299', '1,29,00', '1,299,00', '12,345.678', '.50', '1 299'])(
    'refuses the price %s, which is none or could be two',
    (cell) =>
      expect(readProductFile(`product;price\nMug;${cell}`).errors).toMatchObject([
        { column: 'price', code: 'bad_money' },
      ]),
  )

  it('reads an adjustment with a comma, downwards too', () => {
    const { products } = readProductFile('product;sku;priceAdjustment\nMug;M-1;-1,5')
    expect(products[0]?.variants).toMatchObject([{ adjustmentCents: -150 }])
  })

  it.each([
    [',Blue,1,,,,,,,,,', 'product', 'required'],
    ['Mug,,1.999,,,,,,,,,', 'price', 'bad_money'],
    ['Mug,,-1,,,,,,,,,', 'price', 'bad_money'],
    ['Mug,,100000,,,,,,,,,', 'price', 'too_large'],
    ['Mug,,,1.5,,,,,,,,', 'tickets', 'bad_number'],
    ['Mug,,,5000,,,,,,,,', 'tickets', 'too_large'],
    ['Mug,,,,,,perhaps,,,,,', 'active', 'bad_flag'],
    ['Mug,,,,,,,Red,,,,', 'sku', 'required'],
    ['Mug,,,,,,,,,,7,', 'sku', 'required'],
    ['Mug,,,,,,,Red,M-1,,-3,', 'stock', 'bad_number'],
    [`${'x'.repeat(201)},,,,,,,,,,,`, 'product', 'too_long'],
    ['Mug,,,,,,,,,,,,perhaps', 'withoutEntry', 'bad_flag'],
    ['Mug,,,,,,,,,,,,,more', null, 'too_many_cells'],
  ])('names line and column of what is wrong: %s', (line, column, code) =>
    expect(errorsOf(line)).toContainEqual([2, column, code]),
  )

  it('says a product one way, and a SKU once', () => {
    const red = 'Mug,Blue,12,,,,,Red,M-1,,,'
    expect(errorsOf(red, 'Mug,,13,,,,,Gold,M-2,,,')).toEqual([[3, 'price', 'differs_from_line']])
    expect(errorsOf(red, 'Mug,Blue,12.00,,,,,Gold,m-1,,,')).toEqual([[3, 'sku', 'sku_twice']])
    expect(errorsOf(red, 'Mug,,,,,,,,,,,')).toEqual([[3, 'sku', 'product_twice']])
  })

  it.each([
    ['', 'Line 1: the file is empty.'],
    ['price,sku\n1,2', 'Line 1: the column product is missing.'],
    ['product,cost\nMug,1', 'Line 1: there is no column “cost”.'],
    ['product,SKU,sku\nMug,1,2', 'Line 1: the column sku is there twice.'],
    [`product\n${'Mug\n'.repeat(1_001)}`, 'Line 1001: a file has at most 1000 lines.'],
  ])('is refused as a whole when it cannot be read', (text, message) =>
    expect(() => readProductFile(text)).toThrow(message),
  )
})
