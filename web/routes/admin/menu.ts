// What staff have beyond the five tabs: one entry a page, in the order of the menu. Each page's
// route stands in `web/app/routes.tsx`.
import type { LucideIcon } from 'lucide-react'

import type { StaffRole } from '#events/staff/events.ts'

import type { AdminTexts } from '../../lib/text/admin-en.ts'

export type MenuEntry = {
  /** `/admin/attention` */
  path: string
  /** Its word in the table of the staff's texts. */
  label: keyof AdminTexts['menu']
  icon: LucideIcon
  /** Who may open it; the server decides all the same. */
  roles: readonly StaffRole[]
}

export const adminMenu: readonly MenuEntry[] = []
