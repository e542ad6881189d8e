// Sentences of the import of products from a file.
import type { Widen } from './widen.ts'

export const adminImportEn = {
  open: 'Import CSV',
  title: 'Import products',
  lead: 'A CSV file with one line for each variant. Nothing changes before you say so.',
  template: 'Download the template',
  templateFailed: 'Failed to download the template',
  choose: 'CSV file',
  chooseHint: 'UTF-8, commas or semicolons, at most 1,000 lines and 1 MB.',
  look: 'Check the file',
  looking: 'Checking...',
  lookFailed: 'Failed to check the file',
  tooLarge: 'The file is larger than 1 MB.',
  apply: (changes: number) => (changes === 1 ? 'Make 1 change' : `Make ${changes} changes`),
  applying: 'Importing...',
  applied: (changes: number) => (changes === 1 ? '1 change made' : `${changes} changes made`),
  applyFailed: 'Failed to import the products',
  nothing: 'The shop already is as the file says.',
  summary: (changes: number, unchanged: number) =>
    `${changes} to change, ${unchanged} already as the file says`,
  errors: (errors: number) =>
    errors === 1 ? '1 error: nothing can be imported' : `${errors} errors: nothing can be imported`,
  refused: (errors: number) => `${errors} of the changes were refused`,
  line: 'Line',
  column: 'Column',
  wrong: 'What is wrong',
  value: 'In the file',
  what: 'What',
  fields: 'Values',
  wholeLine: 'whole line',
  countedBefore: (variants: number) =>
    variants === 1
      ? 'This file has counted 1 variant before, and it is different now'
      : `This file has counted ${variants} variants before, and they are different now`,
  countedNow: (counted: number, now: number) =>
    `counted by this file before as ${counted}; ${now} now`,
  countAgain: 'Count again: as many as the file says, whatever was sold or lost since',
  kinds: {
    add_product: 'New product',
    change_product: 'Product changes',
    add_variant: 'New variant',
    change_variant: 'Variant changes',
  },
  codes: {
    too_many_cells: 'More cells than the first line has columns',
    required: 'Must be filled in',
    too_long: 'Too long',
    too_large: 'Too large',
    bad_money: 'Not an amount like 12.50',
    bad_number: 'Not a whole number',
    bad_flag: 'Neither 1 nor 0',
    differs_from_line: 'Another line says something else of this product',
    product_twice: 'This product is there twice; give each variant a SKU',
    sku_twice: 'This SKU is there twice',
    sku_taken: 'This SKU belongs to another product',
    ambiguous_product: 'Several products have this name',
    unknown_raffle: 'There is no such raffle',
    ambiguous_raffle: 'Several raffles have this name; use the raffle number',
    raffle_closed: 'This raffle sells nothing any more',
    below_zero: 'The price of a variant would fall below 0.00',
    below_used: 'Fewer tickets than are sold and reserved',
    too_many_variants: 'A product has at most 100 variants',
    stock_short: 'Fewer pieces than are reserved',
    not_counted: 'A threshold needs a stock',
    refused: 'Refused',
  },
}

export type AdminImportTexts = Widen<typeof adminImportEn>
