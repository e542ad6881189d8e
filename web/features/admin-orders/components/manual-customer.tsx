import { Grid } from '@chakra-ui/react'

import { SelectField, TextField } from '../../../components/admin/fields.tsx'
import { PhoneField } from '../../../components/phone-field.tsx'
import { useAdminOrdersTexts } from '../../../lib/text/admin-orders.ts'
import type { Draft, DraftProblem, Refused } from '../manual-draft.ts'
import { Group } from './manual-group.tsx'

export type PartProps = {
  draft: Draft
  problem: DraftProblem | null
  refused: Refused
  onChange: (changes: Partial<Draft>) => void
}

const NAME_MAX = 200
const EMAIL_MAX = 254
const languages = ['en', 'ar', 'fr'] as const

export function CustomerFields({ draft, problem, refused, onChange }: PartProps) {
  const { manual, detail } = useAdminOrdersTexts()
  return (
    <Group legend={manual.customer}>
      <PhoneField
        label={manual.phone}
        countryLabel={manual.country}
        phone={draft.phone}
        error={problem?.at === 'phone' ? problem.text : (refused.phone ?? null)}
        hint={manual.phoneHint}
        onChange={(phone) => onChange({ phone })}
      />
      <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="3">
        <TextField
          label={manual.name}
          name="customerName"
          charactersMax={NAME_MAX}
          value={draft.name}
          onChange={(name) => onChange({ name })}
        />
        <TextField
          label={manual.email}
          name="customerEmail"
          type="email"
          charactersMax={EMAIL_MAX}
          value={draft.email}
          error={refused.email ?? null}
          onChange={(email) => onChange({ email })}
        />
      </Grid>
      <SelectField
        label={manual.language}
        name="language"
        value={draft.language}
        onChange={(chosen) =>
          onChange({ language: languages.find((known) => known === chosen) ?? '' })
        }
      >
        <option value="">{manual.lastLanguage}</option>
        {languages.map((known) => (
          <option key={known} value={known}>
            {detail.languages[known]}
          </option>
        ))}
      </SelectField>
    </Group>
  )
}
