// The table of pages. Home and the list of raffles come with the shell; every other page is its
// own chunk, loaded before it is hydrated.
import { matchPath } from 'react-router-dom'

import { documentTexts } from '../features/content/document-texts.ts'
import { eagerRoute, lazyRoute } from '../lib/lazy-route.tsx'
import type { LazyRoute } from '../lib/lazy-route.tsx'
import { orderTexts } from '../lib/text/account-order.ts'
import { selfTexts } from '../lib/text/account-self.ts'
import { accountTexts } from '../lib/text/account.tsx'
import { drawTexts } from '../lib/text/draw.ts'
import { factorTexts } from '../lib/text/factors.ts'
import { alertTexts } from '../lib/text/alerts.ts'
import { offlineTexts } from '../lib/text/offline.ts'
import { adminTexts } from '../lib/text/admin.ts'
import { Home } from '../routes/shop/home.tsx'
import { Raffles } from '../routes/shop/raffles.tsx'

type RouteEntry = LazyRoute & { path: string; frame: 'shop' | 'admin' }

const documents = () => import('../routes/shop/documents.tsx')

const shop = (path: string, route: LazyRoute): RouteEntry => ({ path, frame: 'shop', ...route })
const admin = (path: string, route: LazyRoute): RouteEntry => ({ path, frame: 'admin', ...route })

export const routes: readonly RouteEntry[] = [
  shop('/', eagerRoute(Home)),
  shop('/raffles', eagerRoute(Raffles)),
  shop(
    '/raffle/:id',
    lazyRoute(async () => (await import('../routes/shop/raffle.tsx')).RafflePage, alertTexts),
  ),
  shop(
    '/how-it-works',
    lazyRoute(async () => (await documents()).HowItWorks, documentTexts),
  ),
  shop(
    '/faq',
    lazyRoute(async () => (await documents()).Faq, documentTexts),
  ),
  shop(
    '/shipping',
    lazyRoute(async () => (await documents()).Shipping, documentTexts),
  ),
  shop(
    '/terms',
    lazyRoute(async () => (await documents()).Terms, documentTexts),
  ),
  shop(
    '/privacy',
    lazyRoute(async () => (await documents()).Privacy, documentTexts),
  ),
  shop(
    '/login',
    lazyRoute(
      async () => (await import('../routes/account/login.tsx')).Login,
      accountTexts,
      factorTexts,
    ),
  ),
  shop(
    '/dashboard',
    lazyRoute(
      async () => (await import('../routes/account/dashboard.tsx')).Dashboard,
      accountTexts,
      orderTexts,
      selfTexts,
    ),
  ),
  shop(
    '/account',
    lazyRoute(
      async () => (await import('../routes/account/account.tsx')).AccountPage,
      selfTexts,
      factorTexts,
      alertTexts,
    ),
  ),
  shop(
    '/order/:id',
    lazyRoute(async () => (await import('../routes/shop/order.tsx')).OrderPage, orderTexts),
  ),
  shop(
    '/payment/success',
    lazyRoute(
      async () => (await import('../routes/shop/payment-success.tsx')).PaymentSuccess,
      accountTexts,
      orderTexts,
    ),
  ),
  shop(
    '/payment/failed',
    lazyRoute(
      async () => (await import('../routes/shop/payment-failed.tsx')).PaymentFailed,
      accountTexts,
    ),
  ),
  admin(
    '/admin/login',
    lazyRoute(async () => (await import('../routes/admin/login.tsx')).AdminLogin, accountTexts),
  ),
  admin(
    '/admin',
    lazyRoute(
      async () => (await import('../routes/admin/home.tsx')).AdminHome,
      accountTexts,
      adminTexts,
    ),
  ),
  shop(
    '/draws/:id',
    lazyRoute(async () => (await import('../routes/shop/draw.tsx')).DrawPage, drawTexts),
  ),
  shop(
    '/draws/:id/certificate',
    lazyRoute(
      async () => (await import('../routes/shop/draw-certificate.tsx')).DrawCertificate,
      drawTexts,
    ),
  ),
  shop(
    '/verify',
    lazyRoute(async () => (await import('../routes/proof/verify.tsx')).Verify, drawTexts),
  ),
  admin(
    '/draws/:id/screen',
    lazyRoute(async () => (await import('../routes/shop/draw-screen.tsx')).DrawScreen, drawTexts),
  ),
  admin(
    '/admin/:desk/*',
    lazyRoute(
      async () => (await import('../routes/admin/desks.tsx')).Desk,
      accountTexts,
      adminTexts,
    ),
  ),
  shop(
    '/stop/:code',
    lazyRoute(async () => (await import('../routes/shop/stop-alerts.tsx')).StopAlerts, alertTexts),
  ),
  shop(
    '/offline',
    lazyRoute(async () => (await import('../routes/shop/offline.tsx')).Offline, offlineTexts),
  ),
  shop(
    '*',
    lazyRoute(async () => (await import('../routes/shop/not-found.tsx')).NotFound),
  ),
]

export const routeOf = (pathname: string): RouteEntry | undefined =>
  routes.find(({ path }) => matchPath(path, pathname))

/** The path that the server writes where there is no page (`services/http/pages.ts`). */
export const NOWHERE = '/*'

/** Staff have a host of their own (`services/http/staff-host.ts`), and the page is the other's. */
export const isElsewhere = (pathname: string, host: 'shop' | 'staff' | undefined): boolean =>
  host !== undefined && /^\/admin(\/|$)/i.test(pathname) !== (host === 'staff')
