import { chakra } from '@chakra-ui/react'
import { useState } from 'react'

import { TextField } from '../../../components/admin/fields.tsx'
import { Button } from '../../../components/button.tsx'
import { sentenceOf } from '../../../lib/http.ts'
import { useAdminStaffTexts } from '../../../lib/text/admin-staff.ts'
import { useAddPasskey } from '../api/security.ts'

type Props = { account: string; onAdded: () => void }

/** A name for the passkey; the rest is the browser's own dialog. */
export function PasskeyForm({ account, onAdded }: Props) {
  const { security: text, prove } = useAdminStaffTexts()
  const add = useAddPasskey(account)
  const [name, setName] = useState('')
  return (
    <chakra.form
      noValidate
      display="grid"
      gap="4"
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate(name.trim(), { onSuccess: onAdded })
      }}
    >
      <TextField
        label={text.passkeyName}
        hint={text.passkeyNameHint}
        name="passkeyName"
        value={name}
        onChange={setName}
        charactersMax={80}
        error={add.error ? sentenceOf(add.error, prove.failed) : null}
      />
      <Button type="submit" disabled={add.isPending || name.trim() === ''}>
        {text.addPasskey}
      </Button>
    </chakra.form>
  )
}
