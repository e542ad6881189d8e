import { Flex, Grid } from '@chakra-ui/react'

import { subjectKinds } from '#services/contract/admin-audit.ts'

import { DateField, SelectField, TextField } from '../../../components/admin/fields.tsx'
import { Button } from '../../../components/button.tsx'
import { useAdminAuditTexts } from '../../../lib/text/admin-audit.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { factChoices } from '../fact-choices.ts'
import type { TrailQuestion } from '../use-trail-filter.ts'

/** The shop refuses more. */
const NAME_MAX = 200

export function TrailFilters({ question }: { question: TrailQuestion }) {
  const text = useAdminAuditTexts()
  const language = useLanguage()
  const { filter, choose, subject, setActor, begin } = question
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
        onChange={(about) => choose({ about })}
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
        onChange={subject.type}
        onDone={subject.finish}
      />
      <TextField
        label={text.filter.actor}
        name="actor"
        value={filter.actor}
        charactersMax={NAME_MAX}
        onChange={setActor}
      />
      <SelectField
        label={text.filter.type}
        name="type"
        value={filter.type}
        onChange={(type) => choose({ type })}
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
        onChange={(from) => choose({ from })}
      />
      <DateField
        label={text.filter.to}
        name="to"
        value={filter.to}
        onChange={(to) => choose({ to })}
      />
      <Flex gridColumn={{ base: '1 / -1', lg: 'auto' }}>
        <Button variant="outline" width="full" onClick={() => begin()}>
          {text.filter.clear}
        </Button>
      </Flex>
    </Grid>
  )
}
