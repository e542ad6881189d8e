import { useState } from 'react'

import { sentenceOf } from '../../lib/http.ts'
import { useFactorTexts } from '../../lib/text/factors.ts'
import { Button } from '../button.tsx'
import { FormField } from '../form-field.tsx'
import { Input } from '../input.tsx'
import type { Act } from './act.ts'
import { FactorForm } from './factor-form.tsx'

const CHARACTERS_MAX = 80

type Props<Now> = {
  add: Act<string, Now>
  onAdded: (now: Now) => void
  onRefused?: (error: unknown) => void
}

/** A name for the passkey; the rest is the browser's own dialog. */
export function PasskeyNameForm<Now>({ add, onAdded, onRefused }: Props<Now>) {
  const text = useFactorTexts()
  const [name, setName] = useState('')
  const error = add.error ? sentenceOf(add.error, text.failed) : null
  return (
    <FactorForm
      error={error}
      onSubmit={() =>
        add.mutate(name.trim(), {
          onSuccess: onAdded,
          onError: (reason) => onRefused?.(reason),
        })
      }
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
      <Button type="submit" disabled={add.isPending || name.trim() === ''}>
        {text.addPasskey}
      </Button>
    </FactorForm>
  )
}
