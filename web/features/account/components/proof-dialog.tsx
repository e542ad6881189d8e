import { Center } from '@chakra-ui/react'

import { Spinner } from '../../../components/page-spinner.tsx'
import { ProofForm } from '../../../components/second-factor/proof-form.tsx'
import { SmallDialog } from '../../../components/small-dialog.tsx'
import { sentenceOf } from '../../../lib/http.ts'
import { hasPasskeys } from '../../../lib/passkey-browser.ts'
import { useFactorTexts } from '../../../lib/text/factors.ts'
import { useProveByCode, useProveByPasskey, useSecurity } from '../api/security.ts'

type Props = { onProven: () => void; onClose: () => void }

/** Asks for the second factor in the middle of an act. */
export function ProofDialog({ onProven, onClose }: Props) {
  const text = useFactorTexts()
  const { data: security } = useSecurity()
  const byCode = useProveByCode()
  const byPasskey = useProveByPasskey()
  const error = byCode.error ?? byPasskey.error
  return (
    <SmallDialog title={text.title} lead={text.again} onClose={onClose}>
      {security ? (
        <ProofForm
          hasCode={security.hasTotp || security.recoveryCodesLeft > 0}
          hasPasskey={security.passkeys.length > 0 && hasPasskeys()}
          error={error ? sentenceOf(error, text.failed) : null}
          isPending={byCode.isPending || byPasskey.isPending}
          onCode={(code, refused) => {
            byPasskey.reset()
            byCode.mutate(code, { onSuccess: onProven, onError: refused })
          }}
          onPasskey={() => {
            byCode.reset()
            byPasskey.mutate(undefined, { onSuccess: onProven })
          }}
        />
      ) : (
        <Center py="8">
          <Spinner />
        </Center>
      )}
    </SmallDialog>
  )
}
