import type { InputHTMLAttributes } from 'react'

import { FormField } from '../../../components/form-field.tsx'
import { Input } from '../../../components/input.tsx'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'size' | 'color'> & {
  label: string
  hint?: string
  error?: string | null
  value: string
  onText: (text: string) => void
}

export function TextField({ label, hint, error = null, onText, ...input }: Props) {
  return (
    <FormField label={label} error={error} {...(hint !== undefined && { hint })}>
      {(parts) => <Input {...parts} {...input} onChange={({ target }) => onText(target.value)} />}
    </FormField>
  )
}
