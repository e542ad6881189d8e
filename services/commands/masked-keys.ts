// What opens an order is for its buyer alone: the signed part of its link, and the code that is
// read out at the counter. Staff read what was sent without them, and the log is told without them.
// They stay where the message is kept, because it may have to be sent again.

const HIDDEN = '•••'
const HIDDEN_CODE = '••••••'

/**
 * Up to the end of the word: forms of a link that are not made any more are hidden as well. In
 * whatever case: it opens the order as `/O/…` too.
 */
const shortLink = /(\/o\/)[^\s"'<>]+/gi
const signature = /([?&](?:amp;)?link=)[^\s"'<>&]+/g
/** Six digits that stand alone: no part of a number, an amount or a reference. */
const sixDigits = /(?<![\p{L}\p{Nd}.,-])\p{Nd}{6}(?![\p{L}\p{Nd}-]|[.,]\p{Nd})/gu

/** The same words, and nobody comes by the order with them. */
export const withoutLinks = (text: string): string =>
  text.replace(shortLink, `$1${HIDDEN}`).replace(signature, `$1${HIDDEN}`)

/** For what tells no numbers of tickets, which have six digits as well. */
export const withoutKeys = (text: string): string =>
  withoutLinks(text).replace(sixDigits, HIDDEN_CODE)
