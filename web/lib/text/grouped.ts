// Large counts inside a sentence, in Western digits in every language.

const separators = { en: ',', ar: ',', fr: '\u202f' } as const

/** `1,000`; in French with a narrow space that does not break. */
export const groupedIn = (language: keyof typeof separators) => (count: number) =>
  String(count).replace(/\B(?=(\d{3})+$)/g, separators[language])
