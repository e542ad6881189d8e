import { Box } from '@chakra-ui/react'
import { useState } from 'react'
import type { ComponentProps } from 'react'

import type { CustomerSecurity } from '#services/contract/customer-security.ts'

import { FactorList } from '../../../components/second-factor/factor-list.tsx'
import { PasskeyNameForm } from '../../../components/second-factor/passkey-name-form.tsx'
import { RecoveryCodes } from '../../../components/second-factor/recovery-codes.tsx'
import { TotpSetup } from '../../../components/second-factor/totp-setup.tsx'
import { SmallDialog } from '../../../components/small-dialog.tsx'
import { useSelfTexts } from '../../../lib/text/account-self.ts'
import { useFactorTexts } from '../../../lib/text/factors.ts'
import {
  useAddPasskey,
  useBeginTotp,
  useConfirmTotp,
  useRemovePasskey,
  useRemoveTotp,
  useRenewRecoveryCodes,
  useSecurity,
  useSecurityAgain,
} from '../api/security.ts'
import { useOutcome } from '../use-outcome.ts'
import { useProof } from '../use-proof.tsx'
import type { Proof } from '../use-proof.tsx'
import { Card } from './account-card.tsx'

type Props = { phone: string }

/** What a code by SMS is worth, and what protects the account beside it. */
export function ProtectionCard({ phone }: Props) {
  const texts = useSelfTexts()
  const { data: security } = useSecurity()
  return (
    <Card title={texts.protection} hint={texts.smsRisk}>
      <Box mt="4">{security && <Factors security={security} phone={phone} />}</Box>
    </Card>
  )
}

type Opened = 'nothing' | 'app' | 'passkey'

function Factors({ security, phone }: Props & { security: CustomerSecurity }) {
  const text = useFactorTexts()
  const again = useSecurityAgain()
  const proof = useProof()
  const outcome = useOutcome(text.removed)
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
  /** `act` once more after the proof that it was refused for. */
  const orProof = (act: () => void) => (error: unknown) => {
    if (!proof.isAskedBy(error, act)) outcome.onError(error)
  }
  const forgetApp = () => removeApp.mutate(undefined, { ...outcome, onError: orProof(forgetApp) })
  const forgetPasskey = (id: string) =>
    removePasskey.mutate(id, { ...outcome, onError: orProof(() => forgetPasskey(id)) })
  const makeCodes = () =>
    renew.mutate(undefined, {
      onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
      onError: orProof(makeCodes),
    })
  /** Asked before: a passkey that is refused would be on the device already. */
  const open = (way: Opened) => {
    if (security.isFresh) setOpened(way)
    else proof.ask(() => setOpened(way))
  }
  const refused = (way: Opened) => (error: unknown) => {
    setOpened('nothing')
    orProof(() => setOpened(way))(error)
  }

  return (
    <>
      <FactorList
        factors={security}
        headingLevel="h3"
        isPending={removeApp.isPending || removePasskey.isPending || renew.isPending}
        onSetUpApp={() => open('app')}
        onRemoveApp={forgetApp}
        onAddPasskey={() => open('passkey')}
        onRemovePasskey={forgetPasskey}
        onRenewCodes={makeCodes}
      />
      {opened === 'app' && codes === null && (
        <SmallDialog title={text.totp} onClose={close}>
          <AppSetup proof={proof} onCodes={setCodes} onRefused={refused('app')} />
        </SmallDialog>
      )}
      {opened === 'passkey' && codes === null && (
        <SmallDialog title={text.addPasskey} onClose={close}>
          <PasskeyAdding
            phone={phone}
            onRefused={(error) => {
              if (proof.isAskedBy(error, () => setOpened('passkey'))) setOpened('nothing')
            }}
            // Without codes a lost passkey would be a lost account.
            onAdded={(now) => {
              setOpened('nothing')
              if (now.recoveryCodesLeft === 0) makeCodes()
            }}
          />
        </SmallDialog>
      )}
      {codes !== null && (
        <SmallDialog title={text.codesTitle} isAlert onClose={close}>
          <RecoveryCodes codes={codes} onKept={close} />
        </SmallDialog>
      )}
      {proof.dialog}
    </>
  )
}

type AddingProps = {
  phone: string
  onAdded: (now: CustomerSecurity) => void
  onRefused: (error: unknown) => void
}

const PasskeyAdding = ({ phone, ...then }: AddingProps) => (
  <PasskeyNameForm add={useAddPasskey(phone)} {...then} />
)

type SetupProps = Pick<ComponentProps<typeof TotpSetup>, 'onCodes' | 'onRefused'> & {
  proof: Proof
}

/** Who was long about it proves himself once more, and goes on with the same secret. */
function AppSetup({ proof, ...then }: SetupProps) {
  const confirm = useConfirmTotp()
  return (
    <TotpSetup
      begin={useBeginTotp()}
      confirm={confirm}
      onCodeRefused={(error) => proof.isAskedBy(error, confirm.reset)}
      {...then}
    />
  )
}
