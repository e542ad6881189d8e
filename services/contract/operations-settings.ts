// How the shop is set up, read by those who answer for it.
import { adminSettings } from './admin-settings.ts'
import type { Operation } from './operation.ts'

export const settingsOperations: readonly Operation[] = [
  {
    name: 'adminReadSettings',
    method: 'get',
    path: '/api/admin/settings',
    tag: 'Staff: settings',
    summary: 'How the shop is set up; nothing secret is in it',
    who: 'staff',
    answers: { 200: { description: 'The settings.', schema: adminSettings } },
    problems: [],
  },
]
