// Money travels as decimal strings and is counted in integer cents.
export function toCents(amount: string): number {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(amount) ?? []
  const cents = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return sign === '-' ? -cents : cents
}

export function fromCents(cents: number): string {
  const sign = cents < 0 ? '-' : ''
  const absolute = Math.abs(cents)
  return `${sign}${Math.floor(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`
}

/** `$25.00`: prices, always with two decimals. */
export function dollars(amount: string | number): string {
  const text = typeof amount === 'number' ? fromCents(amount) : fromCents(toCents(amount))
  return text.startsWith('-') ? `-$${text.slice(1)}` : `$${text}`
}

/** `$1,299.00`: the worth of a prize. */
export function worth(amount: string): string {
  return dollars(amount).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}

/** `+$2.00`, `-$2.00`, or null for no change. */
export function signedDollars(amount: string): string | null {
  const cents = toCents(amount)
  if (cents === 0) return null
  return cents > 0 ? `+${dollars(cents)}` : dollars(cents)
}

/** `89,500`: whole pounds. */
export const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',')
