// Counted things. `{n}` in a form stands for the number, in Western digits in every language.
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** Arabic has six forms: 0, 1, 2, 3-10, 11-99 and 100; French counts 0 as one. */
export function pluralIn(language: 'en' | 'ar' | 'fr'): (n: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language)
  return (n, forms) => (forms[rules.select(n)] ?? forms.other).replace('{n}', String(n))
}

/** An amount, a phone or a code inside a right-to-left sentence: read from left to right. */
export const ltr = (text: string | number): string => `\u2066${text}\u2069`

/** A name inside a sentence: in its own direction, whatever that is. */
export const own = (text: string): string => `\u2068${text}\u2069`
