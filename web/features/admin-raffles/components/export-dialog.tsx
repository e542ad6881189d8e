import { Box, Flex, Heading, Text } from '@chakra-ui/react'
import { Download } from 'lucide-react'
import { useState } from 'react'

import { Button } from '../../../components/button.tsx'
import { DateField } from '../../../components/admin/fields.tsx'
import { Modal } from '../../../components/admin/modal.tsx'
import { FieldGrid } from '../../../components/admin/more-fields.tsx'
import { RadioTile } from '../../../components/radio-tile.tsx'
import { useBusyDialog } from '../../../lib/admin/busy-dialog.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useCatalogueTexts } from '../../../lib/text/admin-catalogue.ts'
import type { RaffleFile } from '../api/export-entries.ts'
import { exportDays, exportFilters, isExportable } from '../export-days.ts'
import type { CustomDays, ExportFilter } from '../export-days.ts'

type Props = {
  raffle: { name: string }
  /** With names and phones; false: the register alone. */
  mayTakeEntries: boolean
  isPending: boolean
  onExport: (file: RaffleFile) => void
  onClose: () => void
}

export function ExportDialog(props: Props) {
  const { raffle, mayTakeEntries, isPending, onExport, onClose } = props
  const { exportEntries: text } = useCatalogueTexts()
  const [what, setWhat] = useState<RaffleFile['what']>(mayTakeEntries ? 'entries' : 'register')
  const [filter, setFilter] = useState<ExportFilter>('all')
  const [custom, setCustom] = useState<CustomDays>({ startDate: '', endDate: '' })
  const isRegister = what === 'register'
  const submit = () =>
    onExport(
      isRegister ? { what } : { what, days: exportDays(filter, { custom, now: new Date() }) },
    )
  return (
    <Modal
      title={mayTakeEntries ? text.title : text.registerTitle}
      lead={text.lead(raffle.name)}
      width="small"
      isFleeting
      onSubmit={submit}
      onClose={onClose}
      footer={
        <Foot
          isPending={isPending}
          isDisabled={!isRegister && !isExportable(filter, custom)}
          onClose={onClose}
        />
      }
    >
      {mayTakeEntries && (
        <Choices
          label={text.what}
          name="what"
          choices={['entries', 'register'] as const}
          chosen={what}
          words={text}
          onChoose={setWhat}
        />
      )}
      {!isRegister && (
        <Box mt="5">
          <Heading as="h3" fontSize="sm" mb="2" aria-hidden>
            {text.filter}
          </Heading>
          <Choices
            label={text.filter}
            name="filter"
            choices={exportFilters}
            chosen={filter}
            words={text}
            onChoose={setFilter}
          />
          {filter === 'custom' && <RangeFields days={custom} onChange={setCustom} />}
        </Box>
      )}
      <Text fontSize="xs" color="fg.muted" mt="3">
        {isRegister ? text.registerHint : text.days}
      </Text>
    </Modal>
  )
}

type FootProps = { isPending: boolean; isDisabled: boolean; onClose: () => void }

function Foot({ isPending, isDisabled, onClose }: FootProps) {
  const { exportEntries: text } = useCatalogueTexts()
  const admin = useAdminTexts()
  useBusyDialog(isPending)
  return (
    <>
      <Button type="button" variant="outline" disabled={isPending} onClick={onClose}>
        {admin.cancel}
      </Button>
      <Button
        type="submit"
        flex={{ base: 1, md: 'none' }}
        ms={{ md: 'auto' }}
        disabled={isPending || isDisabled}
      >
        <Download size={18} aria-hidden />
        {isPending ? text.exporting : text.submit}
      </Button>
    </>
  )
}

type ChoicesProps<Choice extends string> = {
  label: string
  name: string
  choices: readonly Choice[]
  chosen: Choice
  words: Readonly<Record<Choice, string>>
  onChoose: (choice: Choice) => void
}

function Choices<Choice extends string>(props: ChoicesProps<Choice>) {
  const { label, name, choices, chosen, words, onChoose } = props
  return (
    <Flex direction="column" gap="2" role="radiogroup" aria-label={label}>
      {choices.map((choice) => (
        <RadioTile
          key={choice}
          name={name}
          value={choice}
          isChecked={chosen === choice}
          onChoose={() => onChoose(choice)}
        >
          {words[choice]}
        </RadioTile>
      ))}
    </Flex>
  )
}

type RangeProps = { days: CustomDays; onChange: (days: CustomDays) => void }

function RangeFields({ days, onChange }: RangeProps) {
  const { exportEntries: text } = useCatalogueTexts()
  const { startDate, endDate } = days
  const isBackwards = startDate !== '' && endDate !== '' && startDate > endDate
  return (
    <Box mt="4">
      <FieldGrid>
        <DateField
          label={text.startDate}
          name="startDate"
          value={startDate}
          error={isBackwards ? text.backwards : null}
          isRequired
          onChange={(day) => onChange({ ...days, startDate: day })}
        />
        <DateField
          label={text.endDate}
          name="endDate"
          value={endDate}
          isRequired
          onChange={(day) => onChange({ ...days, endDate: day })}
        />
      </FieldGrid>
    </Box>
  )
}
