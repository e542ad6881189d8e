import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router-dom'

import type { User } from '#services/contract/auth.ts'

import { PageSpinner } from '../../components/page-spinner.tsx'
import { useMe } from '../../features/auth/api/me.ts'
import { forgetPerson } from '../../lib/forget-person.ts'
import { paths } from '../../lib/paths.ts'

/** Nothing renders for anybody else: they are sent to the staff's door. */
export function StaffOnly({ children }: { children: (staff: User) => ReactNode }) {
  const { data: user, isPending } = useMe()
  if (isPending) return <PageSpinner />
  if (!user?.isAdmin) return <SentAway />
  return children(user)
}

/** A session may have ended by itself, or in another tab: what was typed in it ends as well. */
function SentAway() {
  const queryClient = useQueryClient()
  useEffect(() => forgetPerson(queryClient), [queryClient])
  return <Navigate to={paths.adminLogin} replace />
}
