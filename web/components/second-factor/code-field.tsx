import { FormField } from '../form-field.tsx'
import { Input } from '../input.tsx'

type Props = {
  label: string
  hint?: string
  code: string
  onCode: (code: string) => void
  error?: string | null
}

/** Six digits of an app, or a recovery code: from left to right in every language. */
export function CodeField({ label, hint, code, onCode, error = null }: Props) {
  return (
    <FormField label={label} error={error} {...(hint !== undefined && { hint })}>
      {(parts) => (
        <Input
          {...parts}
          name="code"
          dir="ltr"
          inputMode="text"
          autoComplete="one-time-code"
          maxLength={40}
          fontFamily="serial"
          letterSpacing="serial"
          value={code}
          onChange={({ target }) => onCode(target.value)}
        />
      )}
    </FormField>
  )
}
