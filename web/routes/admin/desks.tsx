// The pages of staff that stand behind one address pattern, `/admin/:desk`: what a customer's
// browser loads first then knows one route of them, not one for each.
import { useParams } from 'react-router-dom'

import { lazyRoute } from '../../lib/lazy-route.tsx'
import type { LazyRoute } from '../../lib/lazy-route.tsx'
import { analyticsTexts } from '../../lib/text/admin-analytics.ts'
import { adminAuditTexts } from '../../lib/text/admin-audit.ts'
import { orderTexts } from '../../lib/text/account-order.ts'
import { adminDesksTexts } from '../../lib/text/admin-desks.ts'
import { adminMoneyTexts } from '../../lib/text/admin-money.ts'
import { adminOrdersTexts } from '../../lib/text/admin-orders.ts'
import { adminSettingsTexts } from '../../lib/text/admin-settings.ts'
import { adminStaffTexts } from '../../lib/text/admin-staff.ts'
import { drawRefusalTexts } from '../../lib/text/draw-refusals.ts'
import { drawRoomTexts } from '../../lib/text/draw-room.ts'
import { drawTexts } from '../../lib/text/draw.ts'
import { languageOfPage, languages } from '../../lib/text/text.tsx'
import { NotFound } from '../shop/not-found.tsx'
import type { DeskName } from './desk-names.ts'

const desks: Readonly<Record<string, LazyRoute>> = {
  attention: lazyRoute(
    async () => (await import('./attention.tsx')).AttentionPage,
    adminDesksTexts,
    adminOrdersTexts,
    orderTexts,
  ),
  fulfilment: lazyRoute(
    async () => (await import('./fulfilment.tsx')).FulfilmentPage,
    adminDesksTexts,
    adminOrdersTexts,
    orderTexts,
  ),
  money: lazyRoute(
    async () => (await import('./money.tsx')).MoneyPage,
    adminMoneyTexts,
    adminOrdersTexts,
    orderTexts,
  ),
  invoice: lazyRoute(async () => (await import('./invoice.tsx')).InvoicePage, adminMoneyTexts),
  messages: lazyRoute(async () => (await import('./messages.tsx')).MessagesPage, adminDesksTexts),
  draws: lazyRoute(
    async () => (await import('./draws/pages.tsx')).DrawPages,
    drawTexts,
    drawRoomTexts,
    drawRefusalTexts,
  ),
  insight: lazyRoute(async () => (await import('./insight.tsx')).InsightPage, analyticsTexts),
  audit: lazyRoute(async () => (await import('./audit.tsx')).AuditPage, adminAuditTexts),
  staff: lazyRoute(async () => (await import('./staff.tsx')).StaffAccounts, adminStaffTexts),
  security: lazyRoute(
    async () => (await import('./security.tsx')).StaffSecurityPage,
    adminStaffTexts,
  ),
  settings: lazyRoute(
    async () => (await import('./settings.tsx')).SettingsPage,
    adminSettingsTexts,
  ),
  invitation: lazyRoute(
    async () => (await import('./invitation.tsx')).StaffInvitation,
    adminStaffTexts,
  ),
  approvals: lazyRoute(
    async () => (await import('./approvals.tsx')).StaffApprovals,
    adminStaffTexts,
    adminMoneyTexts,
  ),
} satisfies Record<DeskName, LazyRoute>

export function Desk() {
  const { desk = '' } = useParams()
  const Page = Object.hasOwn(desks, desk) ? desks[desk]?.Page : undefined
  return Page === undefined ? <NotFound /> : <Page key={desk} />
}

// With this chunk comes its page: the server has loaded all of them before it renders one, the
// browser the one it is about to hydrate, so that neither has to wait in the middle.
await (import.meta.env.SSR
  ? Promise.all(Object.values(desks).flatMap(({ preload }) => languages.map(preload)))
  : desks[location.pathname.split('/')[2] ?? '']?.preload(languageOfPage()))
