// The server's render of one page. Pure but for the modules it loads once: data comes in, markup
// and head go out.
import createEmotionServer from '@emotion/server/create-instance'
import { dehydrate } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'

import type { RenderedPage, RenderRequest } from '#services/contract/pages.ts'

import { App } from './app/app.tsx'
import { fontFacesFor } from './app/fonts.ts'
import { headOf } from './app/head.ts'
import { routeOf, routes } from './app/routes.tsx'
import { attributesOf, createStyleCache } from './app/styles.ts'
import { createShopSystem } from './app/theme/system.ts'
import { loadLaterParts } from './components/later.tsx'
import { FirstLookContext } from './lib/first-look.ts'
import { createQueryClient } from './lib/query-client.ts'
import { directionOf, languages, shopTexts } from './lib/text/text.tsx'

export const everyPageLoaded = Promise.all([
  loadLaterParts(),
  ...languages.flatMap((language) => [
    shopTexts.load(language),
    ...routes.map(({ preload }) => preload(language)),
  ]),
])

const system = createShopSystem()

export const offeredLanguages = languages

export { pageAt } from './app/page-at.ts'

export async function render(request: RenderRequest): Promise<RenderedPage> {
  await everyPageLoaded
  const { path, language, renderedAt, settings, queries, firstLook } = request
  const page = { language, renderedAt, settings }
  const queryClient = createQueryClient()
  for (const { key, data } of queries)
    queryClient.setQueryData(key, data, { updatedAt: renderedAt })

  const cache = createStyleCache()
  const { extractCriticalToChunks } = createEmotionServer(cache)
  const html = renderToString(
    <StaticRouter location={path}>
      <FirstLookContext value={firstLook}>
        <App page={page} queryClient={queryClient} cache={cache} system={system} />
      </FirstLookContext>
    </StaticRouter>,
  )
  const { styles } = extractCriticalToChunks(html)

  return {
    html,
    ...headOf({ path, language, settings, queries }),
    direction: directionOf(language),
    styles: [
      { attributes: '', css: fontFacesFor(language) },
      ...styles
        .filter(({ css }) => css !== '')
        .map(({ key, ids, css }) => ({ attributes: attributesOf({ key, ids }), css })),
    ],
    state: { page, queries: dehydrate(queryClient) },
    modules: modulesOf(path, language),
    status: routeOf(path)?.path === '*' ? 404 : 200,
  }
}

const ownTexts = [
  'lib/text/account-{language}.ts',
  'lib/text/account-order-{language}.ts',
  'lib/text/account-self-{language}.ts',
]

/** The browser asks for them with the shell, not after it. */
const modules: Readonly<Record<string, readonly string[]>> = {
  '/raffle/:id': ['routes/shop/raffle.tsx', 'lib/text/alerts-{language}.ts'],
  '/login': ['routes/account/login.tsx', 'lib/text/account-{language}.ts'],
  '/dashboard': ['routes/account/dashboard.tsx', ...ownTexts],
  '/account': ['routes/account/account.tsx', 'lib/text/account-self-{language}.ts'],
  '/order/:id': ['routes/shop/order.tsx', ...ownTexts],
  '/payment/success': ['routes/shop/payment-success.tsx', ...ownTexts],
  '/offline': ['routes/shop/offline.tsx', 'lib/text/offline-{language}.ts'],
}

function modulesOf(path: string, language: string): string[] {
  const pattern = routeOf(path)?.path ?? ''
  return (modules[pattern] ?? []).map((module) => module.replace('{language}', language))
}
