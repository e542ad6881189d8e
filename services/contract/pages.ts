// Between the server that answers page requests and the built web app that renders them.
import type { ShopSettings } from './shop-settings.ts'

export type PageLanguage = 'en' | 'ar' | 'fr'

export type RenderRequest = {
  /** Path and query. */
  url: string
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

export type WebApp = {
  /** Resolves when every page's code is in memory: its files are not read again. */
  everyPageLoaded: Promise<unknown>
  render: (request: RenderRequest) => Promise<RenderedPage>
  offeredLanguages: readonly PageLanguage[]
}
