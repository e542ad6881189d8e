import { Box } from '@chakra-ui/react'
import { useState } from 'react'

import type { StaffSecurity } from '#services/contract/staff-security.ts'

import { Modal } from '../../../components/admin/modal.tsx'
import { FactorList } from '../../../components/second-factor/factor-list.tsx'
import { RecoveryCodes } from '../../../components/second-factor/recovery-codes.tsx'
import { showFailure, showSuccess } from '../../../lib/admin/outcome.ts'
import { useAdminStaffTexts } from '../../../lib/text/admin-staff.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useFactorTexts } from '../../../lib/text/factors.ts'
import {
  useRemovePasskey,
  useRemoveTotp,
  useRenewRecoveryCodes,
  useSecurityAgain,
} from '../api/security.ts'
import { StaffAppSetup, StaffPasskeySetup } from './factor-setup.tsx'

type Props = { security: StaffSecurity; account: string }
type Opened = 'nothing' | 'app' | 'passkey'

/** One's own second factors, and the dialogs that change them. */
export function SecurityCard({ security, account }: Props) {
  const text = useFactorTexts()
  const again = useSecurityAgain()
  const outcome = useOutcome()
  const removeApp = useRemoveTotp()
  const removePasskey = useRemovePasskey()
  const renew = useRenewRecoveryCodes()
  const [opened, setOpened] = useState<Opened>('nothing')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const close = () => {
    setOpened('nothing')
    setCodes(null)
    again()
  }
  const makeCodes = () =>
    renew.mutate(undefined, {
      onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
      onError: outcome.onError,
    })
  return (
    <Box maxW="reading">
      <FactorList
        factors={security}
        isPending={removeApp.isPending || removePasskey.isPending || renew.isPending}
        onSetUpApp={() => setOpened('app')}
        onRemoveApp={() => removeApp.mutate(undefined, outcome)}
        onAddPasskey={() => setOpened('passkey')}
        onRemovePasskey={(id) => removePasskey.mutate(id, outcome)}
        onRenewCodes={makeCodes}
      />
      {opened === 'app' && codes === null && (
        <Modal title={text.totp} width="small" onClose={close}>
          <StaffAppSetup onCodes={setCodes} />
        </Modal>
      )}
      {opened === 'passkey' && (
        <Modal title={text.addPasskey} width="small" onClose={close}>
          <StaffPasskeySetup
            account={account}
            onAdded={(now) => {
              showSuccess(text.added)
              setOpened('nothing')
              // Who loses the only passkey must not need an owner to come in.
              if (now.recoveryCodesLeft === 0) makeCodes()
            }}
          />
        </Modal>
      )}
      {codes !== null && (
        <Modal title={text.codesTitle} width="small" isAlert onClose={close}>
          <RecoveryCodes codes={codes} onKept={close} />
        </Modal>
      )}
    </Box>
  )
}

function useOutcome() {
  const { notSaved } = useAdminStaffTexts()
  const { removed } = useFactorTexts()
  const admin = useAdminTexts()
  return {
    onSuccess: () => showSuccess(removed),
    onError: (error: unknown) => showFailure(admin.error, error, notSaved),
  }
}
