// The whole app inside its providers: the same tree on the server and in the browser.
import { ChakraProvider, LocaleProvider } from '@chakra-ui/react'
import type { EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Route, Routes, useLocation } from 'react-router-dom'

import { PageGuard } from '../components/page-guard.tsx'
import { PageSpinner } from '../components/page-spinner.tsx'
import { PageContext, useSettings } from '../lib/page.tsx'
import type { PageState } from '../lib/page.tsx'
import { LanguageContext, localeOf } from '../lib/text/text.tsx'
import { AdminLayout } from '../routes/admin/layout.tsx'
import { ShopLayout } from '../routes/shop/layout.tsx'
import { isElsewhere, NOWHERE, routes } from './routes.tsx'
import type { ShopSystem } from './theme/system.ts'

type Props = {
  page: PageState
  queryClient: QueryClient
  cache: EmotionCache
  system: ShopSystem
}

export function App({ page, queryClient, cache, system }: Props) {
  return (
    <CacheProvider value={cache}>
      <ChakraProvider value={system}>
        <QueryClientProvider client={queryClient}>
          <PageContext value={page}>
            <LanguageContext value={page.language}>
              <LocaleProvider locale={localeOf(page.language)}>
                <ToTopOfEachPage />
                <Pages />
              </LocaleProvider>
            </LanguageContext>
          </PageContext>
        </QueryClientProvider>
      </ChakraProvider>
    </CacheProvider>
  )
}

const framed = (frame: 'shop' | 'admin') =>
  routes
    .filter((route) => route.frame === frame)
    .map(({ path, Page }) => <Route key={path} path={path} element={<Page />} />)

const table = (
  <>
    <Route element={<AdminLayout />}>{framed('admin')}</Route>
    <Route element={<ShopLayout />}>{framed('shop')}</Route>
  </>
)

/** The same at every address: what does not ask for the address is not drawn anew with it. */
const pages = <Routes>{table}</Routes>
const noPage = <Routes location={NOWHERE}>{table}</Routes>

function Pages() {
  const { pathname } = useLocation()
  const { host } = useSettings()
  const isOther = isElsewhere(pathname, host)
  if (isOther && host === 'staff') return <ToTheShop />
  return <PageGuard path={pathname}>{isOther ? noPage : pages}</PageGuard>
}

/** From the host of staff: the server, asked for this address, knows where the shop is. */
function ToTheShop() {
  useEffect(() => location.reload(), [])
  return <PageSpinner />
}

/** Every change of address starts at the top, or at its anchor, and the heading takes the focus. */
function ToTopOfEachPage() {
  const { hash, key, pathname, state } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    const isOtherPage = pathname !== last.current
    last.current = pathname
    // Something on it was opened, closed or chosen; its address says so for good, also to whoever
    // comes back to it from another page.
    if (state?.isSamePage && !isOtherPage) return
    const anchor = hash ? document.getElementById(hash.slice(1)) : null
    // The first page: the browser knows where it was, and who came may have gone on by keys.
    if (key === 'default' && !anchor) return
    if (anchor) anchor.scrollIntoView()
    else window.scrollTo({ top: 0, behavior: 'instant' })
    // A tab is an address too, and the keyboard stays on it.
    if (anchor || document.activeElement?.role === 'tab') return
    return focusHeading()
  }, [hash, key, pathname, state])
  return null
}

/** At once, or when a page that is on its way has come, unless the focus has moved on meanwhile. */
function focusHeading(): () => void {
  if (focusedHeading()) return () => {}
  const before = document.activeElement
  const coming = new MutationObserver(() => {
    if (document.activeElement !== before || focusedHeading()) coming.disconnect()
  })
  coming.observe(document.body, { childList: true, subtree: true })
  return () => coming.disconnect()
}

function focusedHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1')
  heading?.focus({ preventScroll: true })
  return heading !== null
}
