import { chakra } from '@chakra-ui/react'
import { useState } from 'react'

import { DoorSheet } from '../../components/admin/door-sheet.tsx'
import { Button } from '../../components/button.tsx'
import { FormField } from '../../components/form-field.tsx'
import { Input } from '../../components/input.tsx'
import { useAdminPassword } from '../../features/auth/api/admin-password.ts'
import { codeOf } from '../../lib/admin/outcome.ts'
import { useFaultFocus } from '../../lib/fault-focus.ts'
import { sentenceOf } from '../../lib/http.ts'
import { useAccountTexts } from '../../lib/text/account.tsx'
import { showToast } from '../../lib/toasts.ts'

/** The first sign-in: nothing else can be done before the one-time password is replaced. */
export function NewPassword() {
  const { admin } = useAccountTexts()
  const change = useAdminPassword()
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')

  const submit = () =>
    change.mutate(
      { currentPassword, newPassword },
      { onSuccess: () => showToast({ title: admin.passwordChanged }) },
    )
  const form = useFaultFocus(change.error)
  const isUnknown = codeOf(change.error) === 'wrong_password'
  const refusal = change.error ? sentenceOf(change.error, admin.passwordFailed) : null

  return (
    <DoorSheet title={admin.newPasswordTitle}>
      <chakra.form
        ref={form}
        noValidate
        display="flex"
        flexDirection="column"
        gap="4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <FormField label={admin.currentPassword} error={isUnknown ? refusal : null}>
          {(parts) => (
            <Input
              {...parts}
              type="password"
              autoComplete="current-password"
              value={currentPassword}
              onChange={({ target }) => setCurrent(target.value)}
            />
          )}
        </FormField>
        <FormField
          label={admin.newPassword}
          hint={admin.newPasswordHint}
          error={isUnknown ? null : refusal}
        >
          {(parts) => (
            <Input
              {...parts}
              type="password"
              autoComplete="new-password"
              value={newPassword}
              onChange={({ target }) => setNew(target.value)}
            />
          )}
        </FormField>
        <Button type="submit" disabled={change.isPending || newPassword === ''}>
          {admin.changePassword}
        </Button>
      </chakra.form>
    </DoorSheet>
  )
}
