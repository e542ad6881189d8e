// What staff have beyond the five tabs: one entry a page, in the order of the menu. Each page's
// route stands in `web/app/routes.tsx`.
import {
  Bell,
  Dices,
  Landmark,
  Handshake,
  Lightbulb,
  MessageSquareText,
  PackageCheck,
  ScrollText,
  Settings,
  ShieldCheck,
  UserCog,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'

import type { StaffRole } from '#events/staff/events.ts'
import { staffRoles } from '#events/staff/roles.ts'

import { AttentionCount } from '../../features/admin-desks/components/attention-count.tsx'
import { ApprovalCount } from '../../features/admin-staff/components/approval-count.tsx'
import type { AdminTexts } from '../../lib/text/admin-en.ts'

export type MenuEntry = {
  /** `/admin/attention` */
  path: string
  /** Its word in the table of the staff's texts. */
  label: keyof AdminTexts['menu']
  icon: LucideIcon
  /** Who may open it; the server decides all the same. */
  roles: readonly StaffRole[]
  /** How much waits there. */
  Count?: ComponentType
}

const orderRoles: readonly StaffRole[] = ['owner', 'manager', 'cashier', 'fulfilment', 'auditor']

const moneyRoles: readonly StaffRole[] = ['owner', 'manager', 'cashier', 'auditor']

export const adminMenu: readonly MenuEntry[] = [
  {
    path: '/admin/attention',
    label: 'attention',
    icon: Bell,
    roles: orderRoles,
    Count: AttentionCount,
  },
  { path: '/admin/fulfilment', label: 'fulfilment', icon: PackageCheck, roles: orderRoles },
  { path: '/admin/money', label: 'money', icon: Landmark, roles: moneyRoles },
  { path: '/admin/messages', label: 'messages', icon: MessageSquareText, roles: orderRoles },
  {
    path: '/admin/draws',
    label: 'draws',
    icon: Dices,
    roles: ['owner', 'manager', 'auditor', 'regulator'],
  },
  {
    path: '/admin/insight',
    label: 'insight',
    icon: Lightbulb,
    roles: ['owner', 'manager', 'auditor'],
  },
  {
    path: '/admin/approvals',
    label: 'approvals',
    icon: Handshake,
    roles: moneyRoles,
    Count: ApprovalCount,
  },
  {
    path: '/admin/audit',
    label: 'audit',
    icon: ScrollText,
    roles: ['owner', 'manager', 'auditor', 'regulator'],
  },
  { path: '/admin/staff', label: 'staff', icon: UserCog, roles: ['owner', 'manager', 'auditor'] },
  {
    path: '/admin/settings',
    label: 'settings',
    icon: Settings,
    roles: ['owner', 'manager', 'auditor'],
  },
  { path: '/admin/security', label: 'security', icon: ShieldCheck, roles: staffRoles },
]
