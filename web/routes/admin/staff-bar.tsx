import { Box, chakra, Flex } from '@chakra-ui/react'
import { LayoutGrid, LogOut } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { User } from '#services/contract/auth.ts'

import { Brand } from '../../components/brand.tsx'
import { Button } from '../../components/button.tsx'
import { useLogout } from '../../features/auth/api/logout.ts'
import { showFailure } from '../../lib/admin/outcome.ts'
import { paths } from '../../lib/paths.ts'
import { lazily } from '../../lib/patient.ts'
import { useAdminTexts } from '../../lib/text/admin.ts'
import { useTexts } from '../../lib/text/text.tsx'
import { showToast } from '../../lib/toasts.ts'

const StaffMenu = lazily(async () => (await import('./staff-menu.tsx')).StaffMenu)

/** The staff's bar: whose house, who is in, and the menu of everything beyond the tabs. */
export function StaffBar({ staff }: { staff: User }) {
  const text = useAdminTexts()
  const leave = useLeave()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Box
      as="header"
      position="sticky"
      top="0"
      zIndex="bar"
      bg="plate.night"
      color="plate.paper"
      borderTopWidth="4px"
      borderTopColor="plate.wine"
      _print={{ display: 'none' }}
    >
      <Flex
        align="center"
        gap={{ base: '2', md: '4' }}
        minH="barMobile"
        maxW="1440px"
        mx="auto"
        px={{ base: '4', md: '6' }}
      >
        <Brand color="plate.paper" />
        <Flex hideBelow="md" ms="auto" align="center" gap="3" fontSize="sm" minW="0">
          <chakra.bdi overflow="hidden" textOverflow="ellipsis">
            {staff.fullName ?? staff.email}
          </chakra.bdi>
          {staff.role && <RoleMark>{text.roles[staff.role]}</RoleMark>}
          <Button variant="foil" size="sm" disabled={leave.isPending} onClick={leave.now}>
            <LogOut size={16} aria-hidden />
            {text.logout}
          </Button>
        </Flex>
        <Button
          variant="foil"
          size="sm"
          ms={{ base: 'auto', md: '0' }}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          <LayoutGrid size={16} aria-hidden />
          {text.menu.open}
        </Button>
      </Flex>
      {isOpen && (
        <Suspense>
          <StaffMenu staff={staff} onLeave={leave.now} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Box>
  )
}

const RoleMark = ({ children }: { children: string }) => (
  <chakra.span
    px="2"
    py="0.5"
    borderRadius="tag"
    bg="rgba(242,193,78,.16)"
    color="plate.foil"
    fontSize="micro"
    fontWeight="bold"
    whiteSpace="nowrap"
  >
    {children}
  </chakra.span>
)

function useLeave() {
  const text = useAdminTexts()
  const { failed } = useTexts()
  const logout = useLogout()
  const navigate = useNavigate()
  const now = () =>
    logout.mutate(undefined, {
      onSuccess: () => {
        showToast({ title: text.loggedOut, text: text.loggedOutHint })
        void navigate(paths.adminLogin)
      },
      onError: (reason) => showFailure(text.error, reason, failed.title),
    })
  return { now, isPending: logout.isPending }
}
