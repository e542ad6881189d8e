// Between the server that answers page requests and the built web app that renders them.
import type { ShopSettings } from './shop-settings.ts'

export type PageLanguage = 'en' | 'ar' | 'fr'

export type RenderRequest = {
  /** Never with a query: one visitor's must not be written into the copy that others get. */
  path: string
  language: PageLanguage
  /** Milliseconds; the countdowns of the first render stand at this time. */
  renderedAt: number
  settings: ShopSettings
  /** What the page needs to know, read before it is rendered. */
  queries: readonly { key: readonly string[]; data: unknown }[]
  firstLook: FirstLook | null
}

/** The picture a page is opened for, small enough to travel inside the page. */
export type FirstLook = {
  /** Path of the picture as the API names it. */
  image: string
  uri: string
}

export type RenderedPage = {
  html: string
  title: string
  description: string
  /** Path of the picture for link previews. */
  image: string | null
  price: string | null
  direction: 'ltr' | 'rtl'
  styles: { attributes: string; css: string }[]
  /** Inlined as JSON for the browser. */
  state: unknown
  status: number
  /** Of what the page needs beside the shell: the modules it was written in. */
  modules: readonly string[]
}

/** Two paths with the same answer are the same page. */
export type PageAt = {
  /** Of the table of pages: `/order/:id`; `*` where there is none. */
  pattern: string
  /** As the path names it, of a page that is written from a raffle. */
  raffleId: string | null
}

export type WebApp = {
  /** Resolves when every page's code is in memory: its files are not read again. */
  everyPageLoaded: Promise<unknown>
  pageAt: (path: string) => PageAt
  render: (request: RenderRequest) => Promise<RenderedPage>
  offeredLanguages: readonly PageLanguage[]
}
