// The five tabs, in their order; each is its own chunk. A tab's own sentences are named beside it.
import { ChartColumn, Package, ReceiptText, Ticket, Users } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

import { lazyRoute } from '../../lib/lazy-route.tsx'
import type { LazyRoute } from '../../lib/lazy-route.tsx'
import { analyticsTexts } from '../../lib/text/admin-analytics.ts'
import { catalogueTexts } from '../../lib/text/admin-catalogue.ts'
import { adminImportTexts } from '../../lib/text/admin-import.ts'
import { orderTexts } from '../../lib/text/account-order.ts'
import { adminOrdersTexts } from '../../lib/text/admin-orders.ts'

export const adminTabNames = ['analytics', 'customers', 'orders', 'raffles', 'products'] as const
export type AdminTabName = (typeof adminTabNames)[number]

type AdminTab = LazyRoute & { name: AdminTabName; icon: LucideIcon }

const tab = (name: AdminTabName, icon: LucideIcon, route: LazyRoute): AdminTab => ({
  name,
  icon,
  ...route,
})

export const adminTabs: readonly AdminTab[] = [
  tab(
    'analytics',
    ChartColumn,
    lazyRoute(async () => (await import('./tabs/analytics.tsx')).AnalyticsTab, analyticsTexts),
  ),
  tab(
    'customers',
    Users,
    lazyRoute(async () => (await import('./tabs/customers.tsx')).CustomersTab, analyticsTexts),
  ),
  tab(
    'orders',
    ReceiptText,
    lazyRoute(
      async () => (await import('./tabs/orders.tsx')).OrdersTab,
      adminOrdersTexts,
      orderTexts,
    ),
  ),
  tab(
    'raffles',
    Ticket,
    lazyRoute(async () => (await import('./tabs/raffles.tsx')).RafflesTab),
  ),
  tab(
    'products',
    Package,
    lazyRoute(
      async () => (await import('./tabs/products.tsx')).ProductsTab,
      catalogueTexts,
      adminImportTexts,
    ),
  ),
]

/** An unknown name is the first tab. */
export const tabNamed = (name: string | null): AdminTabName =>
  adminTabNames.find((known) => known === name) ?? 'analytics'
