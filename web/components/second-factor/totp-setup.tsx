import { Center, Text } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'

import { sentenceOf } from '../../lib/http.ts'
import { useFactorTexts } from '../../lib/text/factors.ts'
import { Spinner } from '../page-spinner.tsx'
import type { Act } from './act.ts'
import { TotpForm } from './totp-form.tsx'

type Props = {
  begin: Act<void, { secret: string; uri: string }>
  confirm: Act<string, { recoveryCodes: string[] }>
  onCodes: (recoveryCodes: string[]) => void
  /** The shop refused to begin. */
  onRefused?: (error: unknown) => void
  /** Nor did it take the code. */
  onCodeRefused?: (error: unknown) => void
}

/** A new secret, and its first code. */
export function TotpSetup({ begin, confirm, onCodes, onRefused, onCodeRefused }: Props) {
  const text = useFactorTexts()
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    begin.mutate(undefined, { onError: (error) => onRefused?.(error) })
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
          onError: (error) => {
            refused()
            onCodeRefused?.(error)
          },
        })
      }
    />
  )
}
