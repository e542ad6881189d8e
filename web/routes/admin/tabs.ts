// The five tabs, in their order; each is its own chunk. A tab's own sentences are named beside it.
// Whose role the shop would refuse a tab is not offered it, and comes in at the first that is left.
import { ChartColumn, Package, ReceiptText, Ticket, Users } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

import { isOffered } from '../../lib/admin/offers.ts'
import type { Asker, Offer } from '../../lib/admin/offers.ts'
import { lazyRoute } from '../../lib/lazy-route.tsx'
import type { LazyRoute } from '../../lib/lazy-route.tsx'
import { analyticsTexts } from '../../lib/text/admin-analytics.ts'
import { catalogueTexts } from '../../lib/text/admin-catalogue.ts'
import { adminImportTexts } from '../../lib/text/admin-import.ts'
import { orderTexts } from '../../lib/text/account-order.ts'
import { adminOrdersTexts } from '../../lib/text/admin-orders.ts'

export const adminTabNames = ['analytics', 'customers', 'orders', 'raffles', 'products'] as const
export type AdminTabName = (typeof adminTabNames)[number]

type AdminTab = LazyRoute & { name: AdminTabName; icon: LucideIcon; offer: Offer }

export const adminTabs: readonly AdminTab[] = [
  {
    name: 'analytics',
    icon: ChartColumn,
    offer: 'readFigures',
    ...lazyRoute(async () => (await import('./tabs/analytics.tsx')).AnalyticsTab, analyticsTexts),
  },
  {
    name: 'customers',
    icon: Users,
    offer: 'readCustomers',
    ...lazyRoute(async () => (await import('./tabs/customers.tsx')).CustomersTab, analyticsTexts),
  },
  {
    name: 'orders',
    icon: ReceiptText,
    offer: 'readOrders',
    ...lazyRoute(
      async () => (await import('./tabs/orders.tsx')).OrdersTab,
      adminOrdersTexts,
      orderTexts,
    ),
  },
  {
    name: 'raffles',
    icon: Ticket,
    offer: 'readRaffles',
    ...lazyRoute(async () => (await import('./tabs/raffles.tsx')).RafflesTab),
  },
  {
    name: 'products',
    icon: Package,
    offer: 'readProducts',
    ...lazyRoute(
      async () => (await import('./tabs/products.tsx')).ProductsTab,
      catalogueTexts,
      adminImportTexts,
    ),
  },
]

export const tabsFor = (staff: Asker): AdminTab[] =>
  adminTabs.filter(({ offer }) => isOffered(offer, staff))

/** An unknown name, or one that is not offered, is the first tab. */
export function tabNamed(name: string | null, staff: Asker): AdminTabName {
  const tabs = tabsFor(staff)
  return (tabs.find((known) => known.name === name) ?? tabs[0])?.name ?? 'raffles'
}
