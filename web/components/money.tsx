import { dollars, worth } from '../lib/money.ts'

/** Amounts keep their own direction inside right-to-left text. */
export const Money = ({ amount }: { amount: string | number }) => <bdi>{dollars(amount)}</bdi>

export const Worth = ({ amount }: { amount: string }) => <bdi>{worth(amount)}</bdi>
