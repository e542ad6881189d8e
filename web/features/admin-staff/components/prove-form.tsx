import type { StaffSecurity } from '#services/contract/staff-security.ts'

import { ProofForm } from '../../../components/second-factor/proof-form.tsx'
import { sentenceOf } from '../../../lib/http.ts'
import { hasPasskeys } from '../../../lib/passkey-browser.ts'
import { useFactorTexts } from '../../../lib/text/factors.ts'
import { useProveByCode, useProveByPasskey } from '../api/security.ts'

type Props = { security: StaffSecurity; onProven: () => void }

export function ProveForm({ security, onProven }: Props) {
  const text = useFactorTexts()
  const byCode = useProveByCode()
  const byPasskey = useProveByPasskey()
  const error = byCode.error ?? byPasskey.error
  return (
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
  )
}
