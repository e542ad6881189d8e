import { Flex, Grid } from '@chakra-ui/react'

import { subjectKinds } from '#services/contract/admin-audit.ts'

import { DateField, SelectField, TextField } from '../../../components/admin/fields.tsx'
import { Button } from '../../../components/button.tsx'
import { useAdminAuditTexts } from '../../../lib/text/admin-audit.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { noFilter } from '../api/audit.ts'
import type { TrailFilter } from '../api/audit.ts'
import { factChoices } from '../fact-choices.ts'

/** The shop refuses more. */
const NAME_MAX = 200

type Props = { filter: TrailFilter; onChange: (filter: TrailFilter) => void }

export function TrailFilters({ filter, onChange }: Props) {
  const text = useAdminAuditTexts()
  const language = useLanguage()
  const set = (change: Partial<TrailFilter>) => onChange({ ...filter, ...change })
  const columns = {
    base: 'repeat(2, minmax(0, 1fr))',
    lg: '140px 1.4fr 1.2fr 1.2fr 150px 150px auto',
  }
  return (
    <Grid templateColumns={columns} gap="3" alignItems="end" mb="4">
      <SelectField
        label={text.filter.subjectKind}
        name="subjectKind"
        value={filter.subjectKind}
        onChange={(subjectKind) => set({ subjectKind })}
      >
        {subjectKinds.map((kind) => (
          <option key={kind} value={kind}>
            {text.kinds[kind]}
          </option>
        ))}
      </SelectField>
      <TextField
        label={text.filter.subject}
        name="subject"
        value={filter.subject}
        charactersMax={NAME_MAX}
        onChange={(subject) => set({ subject })}
      />
      <TextField
        label={text.filter.actor}
        name="actor"
        value={filter.actor}
        charactersMax={NAME_MAX}
        onChange={(actor) => set({ actor })}
      />
      <SelectField
        label={text.filter.type}
        name="type"
        value={filter.type}
        onChange={(type) => set({ type })}
      >
        <option value="">{text.filter.anyType}</option>
        {factChoices(text, language).map(({ label, facts }) => (
          <optgroup key={label} label={label}>
            {facts.map(({ type, name }) => (
              <option key={type} value={type}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <DateField
        label={text.filter.from}
        name="from"
        value={filter.from}
        onChange={(from) => set({ from })}
      />
      <DateField
        label={text.filter.to}
        name="to"
        value={filter.to}
        onChange={(to) => set({ to })}
      />
      <Flex gridColumn={{ base: '1 / -1', lg: 'auto' }}>
        <Button variant="outline" width="full" onClick={() => onChange(noFilter)}>
          {text.filter.clear}
        </Button>
      </Flex>
    </Grid>
  )
}
