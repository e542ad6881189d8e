import { dollars, grouped, worth } from '../lib/money.ts'

/** Amounts read from left to right in every text: a sign has no direction of its own. */
export const Money = ({ amount }: { amount: string | number }) => (
  <bdi dir="ltr">{dollars(amount)}</bdi>
)

export const Worth = ({ amount }: { amount: string }) => <bdi dir="ltr">{worth(amount)}</bdi>

/** Whole Lebanese pounds. */
export const Pounds = ({ amount }: { amount: string }) => <bdi dir="ltr">LBP {grouped(amount)}</bdi>
