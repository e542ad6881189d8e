import { chakra } from '@chakra-ui/react'
import { useState } from 'react'

import { useFactorTexts } from '../../lib/text/factors.ts'
import { Button } from '../button.tsx'
import { FormField } from '../form-field.tsx'
import { Input } from '../input.tsx'

const CHARACTERS_MAX = 80

type Props = { error: string | null; isPending: boolean; onName: (name: string) => void }

/** A name for the passkey; the rest is the browser's own dialog. */
export function PasskeyNameForm({ error, isPending, onName }: Props) {
  const text = useFactorTexts()
  const [name, setName] = useState('')
  return (
    <chakra.form
      noValidate
      display="grid"
      gap="4"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onName(name.trim())
      }}
    >
      <FormField label={text.passkeyName} hint={text.passkeyNameHint} error={error}>
        {(parts) => (
          <Input
            {...parts}
            name="passkeyName"
            maxLength={CHARACTERS_MAX}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </FormField>
      <Button type="submit" disabled={isPending || name.trim() === ''}>
        {text.addPasskey}
      </Button>
    </chakra.form>
  )
}
