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
import { FactorQuestion } from './factor-question.tsx'
import type { AskedFactor } from './factor-question.tsx'
import { StaffAppSetup, StaffPasskeySetup } from './factor-setup.tsx'

type Props = { security: StaffSecurity; account: string }
type Opened = 'nothing' | 'app' | 'passkey'

/** One's own second factors, and the dialogs that change them; what goes is asked for once more. */
export function SecurityCard({ security, account }: Props) {
  const text = useFactorTexts()
  const again = useSecurityAgain()
  const [opened, setOpened] = useState<Opened>('nothing')
  const [asked, setAsked] = useState<AskedFactor | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { remove, makeCodes, isPending } = useChanges({
    onDone: () => setAsked(null),
    onCodes: setCodes,
  })
  const close = () => {
    setOpened('nothing')
    setCodes(null)
    again()
  }
  return (
    <Box maxW="reading">
      <FactorList
        factors={security}
        isPending={isPending}
        onSetUpApp={() => setOpened('app')}
        onRemoveApp={() => setAsked({ kind: 'app' })}
        onAddPasskey={() => setOpened('passkey')}
        onRemovePasskey={(id) => setAsked({ kind: 'passkey', id, name: nameOf(security, id) })}
        onRenewCodes={() => setAsked({ kind: 'codes' })}
      />
      {asked !== null && (
        <FactorQuestion
          asked={asked}
          isPending={isPending}
          onConfirm={() => (asked.kind === 'codes' ? makeCodes() : remove(asked))}
          onClose={() => setAsked(null)}
        />
      )}
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

const nameOf = ({ passkeys }: StaffSecurity, id: string): string =>
  passkeys.find((passkey) => passkey.id === id)?.name ?? ''

type Then = { onDone: () => void; onCodes: (codes: readonly string[]) => void }

function useChanges({ onDone, onCodes }: Then) {
  const { notSaved } = useAdminStaffTexts()
  const { removed } = useFactorTexts()
  const admin = useAdminTexts()
  const removeApp = useRemoveTotp()
  const removePasskey = useRemovePasskey()
  const renew = useRenewRecoveryCodes()
  const onError = (error: unknown) => showFailure(admin.error, error, notSaved)
  const outcome = {
    onSuccess: () => {
      onDone()
      showSuccess(removed)
    },
    onError,
  }
  return {
    remove: (asked: Exclude<AskedFactor, { kind: 'codes' }>) =>
      asked.kind === 'app'
        ? removeApp.mutate(undefined, outcome)
        : removePasskey.mutate(asked.id, outcome),
    makeCodes: () =>
      renew.mutate(undefined, {
        onSuccess: ({ recoveryCodes }) => {
          onDone()
          onCodes(recoveryCodes)
        },
        onError,
      }),
    isPending: removeApp.isPending || removePasskey.isPending || renew.isPending,
  }
}
