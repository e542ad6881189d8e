import { chakra, Flex } from '@chakra-ui/react'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'

import type { StaffSecurity } from '#services/contract/staff-security.ts'

import { Button } from '../../../components/button.tsx'
import { sentenceOf } from '../../../lib/http.ts'
import { useAdminStaffTexts } from '../../../lib/text/admin-staff.ts'
import { useProveByCode, useProveByPasskey } from '../api/security.ts'
import { hasPasskeys } from '../passkey-browser.ts'
import { CodeField } from './code-field.tsx'

type Props = { security: StaffSecurity; onProven: () => void }

/** Gives a second factor: whichever of them this person has. */
export function ProveForm({ security, onProven }: Props) {
  const { prove: text } = useAdminStaffTexts()
  const byCode = useProveByCode()
  const byPasskey = useProveByPasskey()
  const [code, setCode] = useState('')
  const hasCode = security.hasTotp || security.recoveryCodesLeft > 0
  const error = byCode.error ?? byPasskey.error
  const isPending = byCode.isPending || byPasskey.isPending

  const submit = () => {
    byPasskey.reset()
    byCode.mutate(code, { onSuccess: onProven, onError: () => setCode('') })
  }

  return (
    <chakra.form
      noValidate
      display="grid"
      gap="4"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        submit()
      }}
    >
      {security.passkeys.length > 0 && hasPasskeys() && (
        <Button
          variant={hasCode ? 'outline' : 'solid'}
          disabled={isPending}
          onClick={() => {
            byCode.reset()
            byPasskey.mutate(undefined, { onSuccess: onProven })
          }}
        >
          <KeyRound size={18} aria-hidden />
          {text.passkey}
        </Button>
      )}
      {hasCode && (
        <>
          <CodeField
            label={text.code}
            hint={text.codeHint}
            code={code}
            onCode={setCode}
            error={error ? sentenceOf(error, text.failed) : null}
          />
          <Button type="submit" disabled={isPending || code.trim().length < 6}>
            {text.confirm}
          </Button>
        </>
      )}
      {!hasCode && error && (
        <Flex role="alert" color="pomegranate.fg" fontSize="sm">
          {sentenceOf(error, text.failed)}
        </Flex>
      )}
    </chakra.form>
  )
}
