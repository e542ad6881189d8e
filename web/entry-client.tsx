// The browser's start: read what the server inlined, load the page's chunk, hydrate.
import { hydrate as hydrateQueries } from '@tanstack/react-query'
import type { DehydratedState } from '@tanstack/react-query'
import { startTransition, useEffect } from 'react'
import type { ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'

import { App } from './app/app.tsx'
// The files become part of the bundle here; the server writes the rules that name them.
// oxlint-disable-next-line import/no-unassigned-import
import './app/fonts.ts'
import { isElsewhere, NOWHERE, routeOf } from './app/routes.tsx'
import { createStyleCache } from './app/styles.ts'
import { createShopSystem } from './app/theme/system.ts'
import type { PageState } from './lib/page.tsx'
import { patiently } from './lib/patient.ts'
import { createQueryClient } from './lib/query-client.ts'
import { shopTexts } from './lib/text/text.tsx'
import type { Language } from './lib/text/text.tsx'

type Inlined = { page: PageState; queries: DehydratedState }

async function start(): Promise<void> {
  const root = document.getElementById('root')
  const inlined = document.getElementById('page-state')
  if (!root || !inlined) throw new Error('this page was not written by the shop')

  // Written by `entry-server.tsx` of the same build.
  const { page, queries } = JSON.parse(inlined.textContent) as Inlined
  const queryClient = createQueryClient()
  hydrateQueries(queryClient, queries)
  const isOther = isElsewhere(location.pathname, page.settings.host)
  const shown = isOther ? NOWHERE : location.pathname
  await patiently(() =>
    Promise.all([shopTexts.load(page.language), routeOf(shown)?.preload(page.language)]),
  )

  // Each long enough to be a task of its own: what touches the page is answered between them.
  await nextTask()
  const system = createShopSystem()
  await nextTask()

  const app = (
    <BrowserRouter>
      <TellReady language={page.language}>
        <App page={page} queryClient={queryClient} cache={createStyleCache()} system={system} />
      </TellReady>
    </BrowserRouter>
  )
  // In slices: a finger on the page is answered between them.
  startTransition(() => void hydrateRoot(root, app))
  dispatchEvent(new Event('shop:listening'))
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/**
 * The page's first script (`services/http/page-boot.ts`) waits for this. Around the app, not beside
 * it: a second child would give every `useId` another answer than the server's.
 */
function TellReady({ language, children }: { language: Language; children: ReactNode }) {
  useEffect(() => {
    dispatchEvent(new Event('shop:ready'))
    if (/^\/(raffles)?$/.test(location.pathname)) setTimeout(loadNextPage, NEXT_PAGE_MS, language)
  }, [language])
  return children
}

const NEXT_PAGE_MS = 2_000

/** A raffle is where most go from the list: on a slow line its code is here before they do. */
function loadNextPage(language: Language): void {
  routeOf('/raffle/next')
    ?.preload(language)
    .catch(() => {}) // it is asked for again when they go there
}

void start()
