import { adminOrderPage } from '#services/contract/admin-orders.ts'

import { useAdminList } from '../../../lib/admin/use-admin-list.ts'

export const ordersPath = '/api/admin/orders'

export type OrderFilter = {
  orderType: '' | 'online' | 'offline'
  status: string
  search: string
}

export const useOrders = (query: OrderFilter) =>
  useAdminList({ path: ordersPath, query, shape: adminOrderPage, keyOf: ({ id }) => id })
