import { Box, chakra, Flex } from '@chakra-ui/react'
import { Global } from '@emotion/react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import type { User } from '#services/contract/auth.ts'

import { dense } from '../../components/admin/dense.ts'
import { useHasUnsavedNotes } from '../../features/admin-audit/unsaved-notes.ts'
import { ProofGate } from '../../features/admin-staff/components/proof-gate.tsx'
import { useStaySignedIn } from '../../features/auth/use-stay-signed-in.ts'
import { useKeptPlace } from '../../lib/admin/kept-place.ts'
import { useUnloadQuestion } from '../../lib/admin/unsaved.ts'
import { onPaper } from '../../lib/on-paper.ts'
import { paths } from '../../lib/paths.ts'
import { useAdminTexts } from '../../lib/text/admin.ts'
import { NewPassword } from './new-password.tsx'
import { StaffBar } from './staff-bar.tsx'
import { StaffOnly } from './staff-only.tsx'
import { railStyles } from './rail.ts'
import { tabsFor } from './tabs.ts'

/** The frame of every page behind the staff's door, and the door itself. */
export function StaffFrame({ children }: { children: (staff: User) => ReactNode }) {
  useKeptPlace()
  return (
    <StaffOnly>
      {(staff) => (
        <Box css={dense} fontSize="md">
          <Global styles={onPaper} />
          <SignedIn />
          <StaffBar staff={staff} />
          <Box maxW="1440px" mx="auto" px={{ base: '4', md: '6' }} py={{ base: '4', md: '6' }}>
            {staff.mustChangePassword ? (
              <NewPassword />
            ) : (
              <ProofGate staff={staff}>{children(staff)}</ProofGate>
            )}
          </Box>
        </Box>
      )}
    </StaffOnly>
  )
}

/** Nobody to be kept before it is known who is here. */
function SignedIn() {
  useStaySignedIn()
  const hasUnsaved = useHasUnsavedNotes()
  useUnloadQuestion(hasUnsaved, () => hasUnsaved)
  return null
}

/**
 * A page of the menu: beside it the way back to the five tabs. Its content is an `AdminPage` with
 * `level="h1"`.
 */
export function StaffPage({ children }: { children: (staff: User) => ReactNode }) {
  return (
    <StaffFrame>
      {(staff) => (
        <Flex direction={{ base: 'column', xl: 'row' }} gap={{ base: '4', xl: '8' }}>
          <TabLinks staff={staff} />
          <Box flex="1" minW="0">
            {children(staff)}
          </Box>
        </Flex>
      )}
    </StaffFrame>
  )
}

function TabLinks({ staff }: { staff: User }) {
  const text = useAdminTexts()
  return (
    <chakra.nav aria-label={text.sections} {...railStyles.list} _print={{ display: 'none' }}>
      {tabsFor(staff).map(({ name, icon: Icon }) => (
        <chakra.span key={name} {...railStyles.entry} css={{ '& a': railStyles.link }}>
          <Link to={paths.adminTab(name)}>
            <Icon size={18} aria-hidden />
            {text.tabs[name]}
          </Link>
        </chakra.span>
      ))}
    </chakra.nav>
  )
}
