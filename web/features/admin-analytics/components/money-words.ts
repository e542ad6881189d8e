import { worth } from '../../../lib/money.ts'

/** Charts count in cents. */
export const shownCents = (cents: number): string => worth((cents / 100).toFixed(2))

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** `$1.5K`, for a scale. */
export const shortDollars = (cents: number): string => `$${compact.format(cents / 100)}`

export const shortCount = (n: number): string => compact.format(n)
