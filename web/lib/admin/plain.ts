import { latinDigits } from '#events/kernel/latin-digits.ts'

/** The digits, the minus and the decimal point of every keyboard as they are sent. */
export const plain = (typed: string): string =>
  latinDigits(typed)
    .trim()
    .replace(/^\u2212/, '-')
    .replace('\u066B', '.')
