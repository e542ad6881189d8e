// What the server knew when it wrote the page: inlined as JSON, so that the first render in the
// browser is the render the server made.
import { createContext, useContext } from 'react'

import type { ShopSettings } from '#services/contract/shop-settings.ts'

import type { Language } from './text/text.tsx'

export type PageState = {
  language: Language
  renderedAt: number
  settings: ShopSettings
}

export const PageContext = createContext<PageState | null>(null)

export function usePage(): PageState {
  const page = useContext(PageContext)
  if (!page) throw new Error('a component of the shop was rendered outside its page')
  return page
}

export const useSettings = (): ShopSettings => usePage().settings
