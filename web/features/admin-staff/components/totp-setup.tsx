import { Text } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'

import { ListSpinner } from '../../../components/admin/list-faces.tsx'
import { TotpForm } from '../../../components/second-factor/totp-form.tsx'
import { sentenceOf } from '../../../lib/http.ts'
import { useFactorTexts } from '../../../lib/text/factors.ts'
import { useBeginTotp, useConfirmTotp } from '../api/security.ts'

/** A new secret, and its first code. */
export function TotpSetup({ onCodes }: { onCodes: (recoveryCodes: string[]) => void }) {
  const text = useFactorTexts()
  const begin = useBeginTotp()
  const confirm = useConfirmTotp()
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    begin.mutate()
  }, [begin])

  if (begin.error) return <Text role="alert">{sentenceOf(begin.error, text.failed)}</Text>
  if (!begin.data) return <ListSpinner />
  return (
    <TotpForm
      {...begin.data}
      error={confirm.error ? sentenceOf(confirm.error, text.failed) : null}
      isPending={confirm.isPending}
      onCode={(code, refused) =>
        confirm.mutate(code, {
          onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
          onError: refused,
        })
      }
    />
  )
}
