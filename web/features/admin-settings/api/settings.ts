import { useQuery } from '@tanstack/react-query'

import { adminSettings } from '#services/contract/admin-settings.ts'

import { get } from '../../../lib/http.ts'

const path = '/api/admin/settings'

export const useSettingsOfShop = () =>
  useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => get(path, adminSettings, signal),
    refetchOnMount: 'always',
  })
