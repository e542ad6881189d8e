import { Center } from '@chakra-ui/react'

import type { CustomerSecurity } from '#services/contract/customer-security.ts'

import { Spinner } from '../../../components/page-spinner.tsx'
import { ProveForm } from '../../../components/second-factor/prove-form.tsx'
import { SmallDialog } from '../../../components/small-dialog.tsx'
import { useFactorTexts } from '../../../lib/text/factors.ts'
import { useProveByCode, useProveByPasskey, useSecurity } from '../api/security.ts'
import { SmsProof } from './sms-proof.tsx'

type Props = { onProven: () => void; onClose: () => void }

const hasFactor = ({ hasTotp, passkeys }: CustomerSecurity) => hasTotp || passkeys.length > 0

/** Asks for the second factor, or else a code by SMS, in the middle of an act. */
export function ProofDialog({ onProven, onClose }: Props) {
  const text = useFactorTexts()
  const { data: security } = useSecurity()
  const byCode = useProveByCode()
  const byPasskey = useProveByPasskey()
  return (
    <SmallDialog title={text.title} lead={text.again} onClose={onClose}>
      {security ? (
        <>
          {hasFactor(security) ? (
            <ProveForm
              factors={security}
              byCode={byCode}
              byPasskey={byPasskey}
              onProven={onProven}
            />
          ) : (
            <SmsProof byCode={byCode} onProven={onProven} />
          )}
        </>
      ) : (
        <Center py="8">
          <Spinner />
        </Center>
      )}
    </SmallDialog>
  )
}
