import type { ReactNode } from 'react'
import { Navigate } from 'react-router-dom'

import type { User } from '#services/contract/auth.ts'

import { PageSpinner } from '../../components/page-spinner.tsx'
import { useMe } from '../../features/auth/api/me.ts'
import { paths } from '../../lib/paths.ts'

/** Nothing renders for anybody else: they are sent to the staff's door. */
export function StaffOnly({ children }: { children: (staff: User) => ReactNode }) {
  const { data: user, isPending } = useMe()
  if (isPending) return <PageSpinner />
  if (!user?.isAdmin) return <Navigate to={paths.adminLogin} replace />
  return children(user)
}
