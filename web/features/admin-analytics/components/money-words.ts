import { worth } from '../../../lib/money.ts'

/** Charts count in cents. */
export const shownCents = (cents: number): string => worth((cents / 100).toFixed(2))

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** `$1.5K`, `-$20`: for a scale. */
export const shortDollars = (cents: number): string =>
  `${cents < 0 ? '-' : ''}$${compact.format(Math.abs(cents) / 100)}`

export const shortCount = (n: number): string => compact.format(n)
