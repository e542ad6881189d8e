import { chakra, Text } from '@chakra-ui/react'

import type { StaffMember } from '#services/contract/admin-staff.ts'

import { DataTable } from '../../../components/admin/data-table.tsx'
import type { Column } from '../../../components/admin/data-table.tsx'
import { StatusBadge } from '../../../components/admin/status-badge.tsx'
import type { BadgeKind } from '../../../components/admin/status-badge.tsx'
import { Button } from '../../../components/button.tsx'
import { momentOf } from '../../../lib/day.ts'
import { useAdminStaffTexts } from '../../../lib/text/admin-staff.ts'
import type { AdminStaffTexts } from '../../../lib/text/admin-staff-en.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useLanguage } from '../../../lib/text/text.tsx'

type Props = { staff: readonly StaffMember[]; onOpen: (id: string) => void }

const kinds: Record<StaffMember['status'], BadgeKind> = {
  enabled: 'highlighted',
  invited: 'warning',
  link_over: 'destructive',
  disabled: 'secondary',
}

export function StaffTable({ staff, onOpen }: Props) {
  const text = useAdminStaffTexts()
  const admin = useAdminTexts()
  const language = useLanguage()
  const columns: Column<StaffMember>[] = [
    {
      key: 'name',
      header: text.name,
      onPhone: 'bare',
      cell: (member) => (
        <>
          <chakra.bdi fontWeight="bold">{member.fullName ?? member.email}</chakra.bdi>
          {member.fullName !== null && (
            <Text fontSize="sm" color="fg.muted">
              <bdi>{member.email}</bdi>
            </Text>
          )}
        </>
      ),
    },
    { key: 'role', header: text.role, cell: ({ role }) => admin.roles[role] },
    {
      key: 'status',
      header: text.statusWord,
      cell: ({ status }) => <StatusBadge kind={kinds[status]}>{text.status[status]}</StatusBadge>,
    },
    { key: 'factors', header: text.factors, cell: (member) => factorsOf(text, member) },
    {
      key: 'lastSignIn',
      header: text.lastSignIn,
      cell: ({ lastSignInAt }) =>
        lastSignInAt === null ? text.never : momentOf(lastSignInAt, language),
    },
    {
      key: 'actions',
      header: admin.actions,
      align: 'end',
      onPhone: 'bare',
      cell: (member) => (
        <Button
          variant="outline"
          size="sm"
          width={{ base: 'full', md: 'auto' }}
          aria-label={text.open(member.fullName ?? member.email)}
          onClick={() => onOpen(member.id)}
        >
          {text.openWord}
        </Button>
      ),
    },
  ]
  return (
    <DataTable
      caption={text.title}
      columns={columns}
      rows={staff}
      keyOf={({ id }) => id}
      onRow={({ id }) => onOpen(id)}
    />
  )
}

export function factorsOf(text: AdminStaffTexts, { hasTotp, passkeys }: StaffMember): string {
  const known = [hasTotp ? text.totp : '', passkeys > 0 ? text.passkeyCount(passkeys) : '']
  return known.filter(Boolean).join(' · ') || text.noFactor
}
