import { fileButton } from '../file-button.ts'
import { FormField } from '../form-field.tsx'
import { Input } from '../input.tsx'

type Props = {
  label: string
  hint?: string
  error: string | null
  onChoose: (file: File | null) => void
}

/** A table from a spreadsheet. */
export function CsvField({ label, hint, error, onChoose }: Props) {
  return (
    <FormField label={label} error={error} {...(hint !== undefined && { hint })}>
      {(parts) => (
        <Input
          {...parts}
          type="file"
          name="file"
          accept=".csv,text/csv"
          py="2"
          css={fileButton}
          onChange={({ target }) => onChoose(target.files?.[0] ?? null)}
        />
      )}
    </FormField>
  )
}
