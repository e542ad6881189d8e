import type { ReactNode } from 'react'
import { Navigate } from 'react-router-dom'

import type { User } from '#services/contract/auth.ts'

import { PageSpinner } from '../../components/page-spinner.tsx'
import { useMe } from '../../features/auth/api/me.ts'
import { paths } from '../../lib/paths.ts'

/** Only for signed-in customers; everybody else is asked to sign in. */
export function RequireUser({ children }: { children: (user: User) => ReactNode }) {
  const { data: user, isPending } = useMe()
  if (isPending) return <PageSpinner />
  if (!user) return <Navigate to={paths.login} replace />
  return children(user)
}
