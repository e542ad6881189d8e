import { adminOrderPage } from '#services/contract/admin-orders.ts'

import { useAdminList } from '../../../lib/admin/use-admin-list.ts'

export const ordersPath = '/api/admin/orders'

export type OrderChoices = { orderType: '' | 'online' | 'offline'; status: string }
export type OrderFilter = OrderChoices & { search: string }

export const useOrders = (query: OrderFilter) =>
  useAdminList({ path: ordersPath, query, shape: adminOrderPage, keyOf: ({ id }) => id })
