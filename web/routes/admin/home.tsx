import { Box, Flex, Text } from '@chakra-ui/react'
import { Navigate, useNavigate } from 'react-router-dom'

import { Button } from '../../components/button.tsx'
import { PageSpinner } from '../../components/page-spinner.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { Wrap } from '../../components/section.tsx'
import { useLogout } from '../../features/auth/api/logout.ts'
import { useMe } from '../../features/auth/api/me.ts'
import { paths } from '../../lib/paths.ts'
import { useAccountTexts } from '../../lib/text/account.tsx'
import { showToast } from '../../lib/toasts.ts'
import { NewPassword } from './new-password.tsx'

/** The staff area. Nothing renders for anybody else. */
export function AdminHome() {
  const { admin, login } = useAccountTexts()
  const { data: user, isPending } = useMe()
  const logout = useLogout()
  const navigate = useNavigate()
  if (isPending) return <PageSpinner />
  if (!user?.isAdmin) return <Navigate to={paths.adminLogin} replace />

  const leave = () =>
    logout.mutate(undefined, {
      onSuccess: () => {
        showToast({ title: login.loggedOut, text: login.loggedOutHint })
        void navigate(paths.adminLogin)
      },
    })
  return (
    <Wrap>
      <Flex py={{ base: '6', md: '10' }} gap="4" justify="space-between" wrap="wrap">
        <Box>
          <PageTitle>{admin.dashboard}</PageTitle>
          <Text color="fg.soft" mt="1">
            {admin.subtitle}
          </Text>
          <Text mt="4" fontSize="sm">
            <bdi>{admin.signedInAs(user.email ?? user.fullName ?? '')}</bdi>
          </Text>
        </Box>
        <Button variant="outline" size="sm" disabled={logout.isPending} onClick={leave}>
          {admin.logout}
        </Button>
      </Flex>
      {user.mustChangePassword && <NewPassword />}
    </Wrap>
  )
}
