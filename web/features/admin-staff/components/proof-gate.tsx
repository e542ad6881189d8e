import { Flex } from '@chakra-ui/react'
import { KeyRound, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'

import type { User } from '#services/contract/auth.ts'
import type { StaffSecurity } from '#services/contract/staff-security.ts'

import { DoorSheet } from '../../../components/admin/door-sheet.tsx'
import { ErrorRetry, ListSpinner } from '../../../components/admin/list-faces.tsx'
import { Button } from '../../../components/button.tsx'
import { RecoveryCodes } from '../../../components/second-factor/recovery-codes.tsx'
import { waysOf } from '../../../components/second-factor/ways.ts'
import { hasPasskeys } from '../../../lib/passkey-browser.ts'
import { useAdminStaffTexts } from '../../../lib/text/admin-staff.ts'
import { useFactorTexts } from '../../../lib/text/factors.ts'
import { useRenewRecoveryCodes, useSecurityAgain, useStaffSecurity } from '../api/security.ts'
import { StaffAppSetup, StaffFirstPasskey } from './factor-setup.tsx'
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

function Prove({ security }: { security: StaffSecurity }) {
  const { prove } = useAdminStaffTexts()
  const text = useFactorTexts()
  const { hasCode, hasPasskey } = waysOf(security)
  const lead = !hasPasskey ? prove.leadCode : hasCode ? prove.lead : prove.leadPasskey
  return (
    <DoorSheet title={text.title} lead={lead}>
      <StaffProveForm security={security} onProven={() => {}} />
    </DoorSheet>
  )
}

function Enrol({ staff }: { staff: User }) {
  const { enrol: text } = useAdminStaffTexts()
  const { codesTitle } = useFactorTexts()
  const again = useSecurityAgain()
  const renew = useRenewRecoveryCodes()
  const [way, setWay] = useState<'none' | 'app' | 'passkey'>('none')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  // Who loses the only passkey must not need an owner to come in. Codes that could not be made keep
  // nobody out: they can be made in the settings of one's own sign-in.
  const makeCodes = () =>
    renew.mutate(undefined, {
      onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
      onError: again,
    })
  if (codes !== null)
    return (
      <DoorSheet title={codesTitle}>
        <RecoveryCodes codes={codes} onKept={again} />
      </DoorSheet>
    )
  const isChoice = way === 'none' && hasPasskeys()
  return (
    <DoorSheet title={text.title} lead={isChoice ? `${text.lead} ${text.twoWays}` : text.lead}>
      {way === 'none' && (
        <Flex direction="column" gap="3">
          <Button onClick={() => setWay('app')}>
            <Smartphone size={18} aria-hidden />
            {text.withApp}
          </Button>
          {isChoice && (
            <Button variant="outline" onClick={() => setWay('passkey')}>
              <KeyRound size={18} aria-hidden />
              {text.withPasskey}
            </Button>
          )}
        </Flex>
      )}
      {way === 'app' && <StaffAppSetup onCodes={setCodes} />}
      {way === 'passkey' && (
        <StaffFirstPasskey
          account={accountOf(staff)}
          onAdded={(now) => (now.recoveryCodesLeft === 0 ? makeCodes() : again())}
        />
      )}
    </DoorSheet>
  )
}

export const accountOf = (staff: User): string => staff.email ?? staff.id
