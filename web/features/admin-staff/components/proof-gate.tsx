import { Box, Flex, Text } from '@chakra-ui/react'
import { KeyRound, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'

import type { User } from '#services/contract/auth.ts'
import type { StaffSecurity } from '#services/contract/staff-security.ts'

import { ErrorRetry, ListSpinner } from '../../../components/admin/list-faces.tsx'
import { Button } from '../../../components/button.tsx'
import { PageTitle } from '../../../components/page-title.tsx'
import { RecoveryCodes } from '../../../components/second-factor/recovery-codes.tsx'
import { hasPasskeys } from '../../../lib/passkey-browser.ts'
import { useAdminStaffTexts } from '../../../lib/text/admin-staff.ts'
import { useFactorTexts } from '../../../lib/text/factors.ts'
import { useSecurityAgain, useStaffSecurity } from '../api/security.ts'
import { StaffAppSetup, StaffPasskeySetup } from './factor-setup.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { StaffProveForm } from './staff-prove-form.tsx'

type Props = { staff: User; children: ReactNode }

/** Behind it the staff's area: first whatever second factor this session still owes. */
export function ProofGate({ staff, children }: Props) {
  const { security: text } = useAdminStaffTexts()
  const { data: security, error, refetch } = useStaffSecurity()
  if (error && !security)
    return <ErrorRetry line={text.failed} error={error} onRetry={() => void refetch()} />
  if (!security) return <ListSpinner />
  if (security.needs === 'enrol') return <Enrol staff={staff} />
  if (security.needs === 'prove') return <Prove security={security} />
  return (
    <>
      {children}
      <ProofDialog security={security} />
    </>
  )
}

function Sheet({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <Box
      maxW="panel"
      mx="auto"
      mt={{ base: '2', md: '10' }}
      bg="bg.surface"
      borderWidth="1px"
      borderTopWidth="5px"
      borderTopColor="plate.wine"
      borderRadius="control"
      p={{ base: '5', md: '8' }}
    >
      <PageTitle fontSize="2xl">{title}</PageTitle>
      <Text color="fg.soft" mt="1" mb="5">
        {lead}
      </Text>
      {children}
    </Box>
  )
}

function Prove({ security }: { security: StaffSecurity }) {
  const { prove } = useAdminStaffTexts()
  const text = useFactorTexts()
  return (
    <Sheet title={text.title} lead={prove.lead}>
      <StaffProveForm security={security} onProven={() => {}} />
    </Sheet>
  )
}

function Enrol({ staff }: { staff: User }) {
  const { enrol: text } = useAdminStaffTexts()
  const { codesTitle } = useFactorTexts()
  const again = useSecurityAgain()
  const [way, setWay] = useState<'none' | 'app' | 'passkey'>('none')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes !== null)
    return (
      <Sheet title={codesTitle} lead="">
        <RecoveryCodes codes={codes} onKept={again} />
      </Sheet>
    )
  return (
    <Sheet title={text.title} lead={text.lead}>
      {way === 'none' && (
        <Flex direction="column" gap="3">
          <Button onClick={() => setWay('app')}>
            <Smartphone size={18} aria-hidden />
            {text.withApp}
          </Button>
          {hasPasskeys() && (
            <Button variant="outline" onClick={() => setWay('passkey')}>
              <KeyRound size={18} aria-hidden />
              {text.withPasskey}
            </Button>
          )}
        </Flex>
      )}
      {way === 'app' && <StaffAppSetup onCodes={setCodes} />}
      {way === 'passkey' && <StaffPasskeySetup account={accountOf(staff)} onAdded={() => {}} />}
    </Sheet>
  )
}

export const accountOf = (staff: User): string => staff.email ?? staff.id
