// The one door to sentences. A table is one file a language: a page loads the tables of its own
// language and no others.
import { createContext, use, useContext } from 'react'

import { patiently } from '../patient.ts'
import type { Texts } from './en.ts'

export const languages = ['en', 'ar', 'fr'] as const
export type Language = (typeof languages)[number]

export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  language === 'ar' ? 'rtl' : 'ltr'

/** Digits stay Latin in Arabic too. */
export const localeOf = (language: Language): string =>
  ({ en: 'en-GB', ar: 'ar-LB-u-nu-latn', fr: 'fr-FR' })[language]

export const LanguageContext = createContext<Language>('en')
export const useLanguage = (): Language => useContext(LanguageContext)

/** For calls made outside a component: the server wrote the language on the page. In browsers. */
export const languageOfPage = (): Language =>
  languages.find((language) => language === document.documentElement.lang) ?? 'en'

export type TextSection<Table> = {
  load: (language: Language) => Promise<void>
  /** Only after `load`. */
  of: (language: Language) => Table
  /** Waits, as a lazy component does, when the table is still on its way. */
  useTable: () => Table
}

type Loaders<Table> = Record<Language, () => Promise<Table>>

export function textSection<Table extends object>(loaders: Loaders<Table>): TextSection<Table> {
  const tables: Partial<Record<Language, Table>> = {}
  const loading: Partial<Record<Language, Promise<void>>> = {}
  const awaited: typeof loading = {}

  const load = (language: Language) => (loading[language] ??= known(read(language)))
  async function read(language: Language): Promise<void> {
    try {
      tables[language] = await shown(loaders[language])
    } catch (error) {
      delete loading[language] // a cut network: the next who asks tries again
      throw error
    }
  }

  const patient = (language: Language) => patiently(() => load(language))

  function of(language: Language): Table {
    const table = tables[language]
    if (!table) throw new Error(`the sentences of ${language} were used before they were loaded`)
    return table
  }

  return {
    load,
    of,
    useTable() {
      const language = useLanguage()
      // Also when it is here: a render that had to wait is done again, hook for hook.
      use(tables[language] ? load(language) : (awaited[language] ??= patient(language)))
      return of(language)
    },
  }
}

/** React does not wait for a promise that says itself that it is kept. */
function known(promise: Promise<void>): Promise<void> {
  promise.then(
    () => Object.assign(promise, { status: 'fulfilled' }),
    () => {}, // whoever waits for it hears of it
  )
  return promise
}

/** In the build that hunts for forgotten words every sentence of a table stands in ⟦ ⟧. */
async function shown<Table extends object>(loader: () => Promise<Table>): Promise<Table> {
  if (import.meta.env.MODE !== 'pseudo') return loader()
  const [{ bracketed }, table] = await Promise.all([import('./pseudo.ts'), loader()])
  return bracketed(table)
}

export const shopTexts = textSection<Texts>({
  en: async () => (await import('./en.ts')).en,
  ar: async () => (await import('./ar.ts')).ar,
  fr: async () => (await import('./fr.ts')).fr,
})
export const useTexts = shopTexts.useTable
