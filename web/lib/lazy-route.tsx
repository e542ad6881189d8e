// A page in its own chunk that can still be rendered at once when the chunk is already here: the
// server loads every page before it renders, the browser the one it is about to hydrate. Its
// sentences travel beside it, not after it.
import { Suspense, useState } from 'react'
import type { ComponentType } from 'react'

import { PageSpinner } from '../components/page-spinner.tsx'
import { lazily } from './patient.ts'
import { useLanguage } from './text/text.tsx'
import type { Language } from './text/text.tsx'

type Sentences = { load: (language: Language) => Promise<void> }

export type LazyRoute = { Page: ComponentType; preload: (language: Language) => Promise<void> }

export function lazyRoute(
  load: () => Promise<ComponentType>,
  ...sentences: readonly Sentences[]
): LazyRoute {
  let Loaded: ComponentType | undefined
  const remember = async () => (Loaded ??= await load())
  const preload = async (language: Language) => {
    await Promise.all([remember(), ...sentences.map((table) => table.load(language))])
  }
  const Later = lazily(remember)

  function Page() {
    const language = useLanguage()
    const [Chosen] = useState<ComponentType>(() => {
      if (!Loaded) preload(language).catch(() => {}) // `Later` reports it
      return Loaded ?? Later
    })
    return (
      <Suspense fallback={<PageSpinner />}>
        <Chosen />
      </Suspense>
    )
  }

  return { Page, preload }
}

/** A page that comes with the shell, for those that people land on. */
export const eagerRoute = (Page: ComponentType): LazyRoute => ({ Page, preload: async () => {} })
