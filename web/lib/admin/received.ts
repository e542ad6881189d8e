// Money as a provider says it came: in dollars like everything here, or in a currency of its own.
import { dollars, worth } from '../money.ts'

/** `$48.00`, or `LBP 4,500,000.00`. Null, no word about it, counts as dollars. */
export const moneyIn = (amount: string, currency: string | null): string =>
  isDollars(currency) ? dollars(amount) : `${currency} ${worth(amount).replace('$', '')}`

export const isDollars = (currency: string | null): boolean =>
  currency === null || currency === 'USD'
