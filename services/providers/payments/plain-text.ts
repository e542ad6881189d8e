// Descriptions for payment pages. Whish refuses emoji, MontyPay everything outside a short list of
// characters, and MontyPay upper-cases differently in requests and in callbacks: plain ASCII is the
// one text that all of them take and hash alike.

/** MontyPay `order.description`: this set, 2 to 1024 characters; 100 are enough for us. */
const allowed = /[^a-zA-Z0-9 !"#$%&'()*+,./:;&@]+/g
const charactersMax = 100

/**
 * Accents are dropped (`é` → `e`), other characters are left out; a text of which too little is
 * left (an Arabic one, for instance) is replaced by `fallback`.
 */
export function plainDescription(text: string, fallback: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(allowed, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, charactersMax)
    .trim()
  return /[a-zA-Z0-9].*[a-zA-Z0-9]/.test(plain) ? plain : fallback
}
