// Which of the words that are typed may stand in an address: those that surely name no person. It
// is a list of what may, not of what may not: a name, a phone or an e-mail can look like anything.
import { uuidPattern } from '#events/kernel/ids.ts'

export const isNoPerson = (words: string): boolean => named.some((shape) => shape.test(words))

/** An id, the number of a raffle, the reference of an order (without I, L, O and U). */
const named = [uuidPattern, /^R-\d{4}-\d{3,}$/i, /^QR-[0-9A-HJKMNP-TV-Z]{6}$/i]
