import { latinDigits } from '#events/kernel/latin-digits.ts'

import { TextField } from './text-field.tsx'

type Props = { label: string; code: string; onCode: (code: string) => void }

/** Six digits, as phones read them out of a text and fill them in. */
export function SmsCodeField({ label, code, onCode }: Props) {
  return (
    <TextField
      label={label}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      dir="ltr"
      value={code}
      onText={(text) => onCode(latinDigits(text).replace(/\D/g, ''))}
    />
  )
}
