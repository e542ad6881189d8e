import { adminMessagePage } from '#services/contract/admin-messages.ts'

import { useAdminList } from '../../../lib/admin/use-admin-list.ts'

export const useMessages = (query: { state: string; search: string }) =>
  useAdminList({
    path: '/api/admin/messages',
    query,
    shape: adminMessagePage,
    keyOf: ({ ref }) => ref,
  })
