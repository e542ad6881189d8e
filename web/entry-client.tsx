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
import { routeOf } from './app/routes.tsx'
import { createStyleCache } from './app/styles.ts'
import { createShopSystem } from './app/theme/system.ts'
import type { PageState } from './lib/page.tsx'
import { patiently } from './lib/patient.ts'
import { createQueryClient } from './lib/query-client.ts'
import { shopTexts } from './lib/text/text.tsx'

type Inlined = { page: PageState; queries: DehydratedState }

async function start(): Promise<void> {
  const root = document.getElementById('root')
  const inlined = document.getElementById('page-state')
  if (!root || !inlined) throw new Error('this page was not written by the shop')

  // Written by `entry-server.tsx` of the same build.
  const { page, queries } = JSON.parse(inlined.textContent) as Inlined
  const queryClient = createQueryClient()
  hydrateQueries(queryClient, queries)
  await patiently(() =>
    Promise.all([
      shopTexts.load(page.language),
      routeOf(location.pathname)?.preload(page.language),
    ]),
  )

  // Each long enough to be a task of its own: what touches the page is answered between them.
  await nextTask()
  const system = createShopSystem()
  await nextTask()

  const app = (
    <BrowserRouter>
      <TellReady>
        <App page={page} queryClient={queryClient} cache={createStyleCache()} system={system} />
      </TellReady>
    </BrowserRouter>
  )
  // In slices: a finger on the page is answered between them.
  startTransition(() => void hydrateRoot(root, app))
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/**
 * The page's first script (`services/http/page-boot.ts`) waits for this. Around the app, not beside
 * it: a second child would give every `useId` another answer than the server's.
 */
function TellReady({ children }: { children: ReactNode }) {
  useEffect(() => void dispatchEvent(new Event('shop:ready')), [])
  return children
}

void start()
