import { Center, Text } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'

import { Spinner } from '../../../components/page-spinner.tsx'
import { TotpForm } from '../../../components/second-factor/totp-form.tsx'
import { sentenceOf } from '../../../lib/http.ts'
import { useFactorTexts } from '../../../lib/text/factors.ts'
import { useBeginTotp, useConfirmTotp } from '../api/security.ts'

type Props = {
  onCodes: (recoveryCodes: string[]) => void
  /** The shop refused to begin. */
  onRefused: (error: unknown) => void
}

/** A new secret, and its first code. */
export function AppSetup({ onCodes, onRefused }: Props) {
  const text = useFactorTexts()
  const begin = useBeginTotp()
  const confirm = useConfirmTotp()
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    begin.mutate(undefined, { onError: onRefused })
  }, [begin, onRefused])

  if (begin.error) return <Text role="alert">{sentenceOf(begin.error, text.failed)}</Text>
  if (!begin.data)
    return (
      <Center py="8">
        <Spinner />
      </Center>
    )
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
