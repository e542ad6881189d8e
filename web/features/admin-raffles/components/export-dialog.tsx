import { Box, Flex, Text } from '@chakra-ui/react'
import { Download } from 'lucide-react'
import { useState } from 'react'

import { Button } from '../../../components/button.tsx'
import { DateField } from '../../../components/admin/fields.tsx'
import { Modal } from '../../../components/admin/modal.tsx'
import { FieldGrid } from '../../../components/admin/more-fields.tsx'
import { RadioTile } from '../../../components/radio-tile.tsx'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useCatalogueTexts } from '../../../lib/text/admin-catalogue.ts'
import { exportDays, exportFilters, isExportable } from '../export-days.ts'
import type { CustomDays, ExportFilter } from '../export-days.ts'

type Props = {
  raffle: { name: string }
  isPending: boolean
  onExport: (days: Partial<CustomDays>) => void
  onClose: () => void
}

export function ExportDialog({ raffle, isPending, onExport, onClose }: Props) {
  const { exportEntries: text } = useCatalogueTexts()
  const admin = useAdminTexts()
  const [filter, setFilter] = useState<ExportFilter>('all')
  const [custom, setCustom] = useState<CustomDays>({ startDate: '', endDate: '' })
  return (
    <Modal
      title={text.title}
      lead={text.lead(raffle.name)}
      width="small"
      onSubmit={() => onExport(exportDays(filter, { custom, now: new Date() }))}
      onClose={onClose}
      footer={
        <>
          <Button type="button" variant="outline" onClick={onClose}>
            {admin.cancel}
          </Button>
          <Button
            type="submit"
            flex={{ base: 1, md: 'none' }}
            ms={{ md: 'auto' }}
            disabled={isPending || !isExportable(filter, custom)}
          >
            <Download size={18} aria-hidden />
            {isPending ? text.exporting : text.submit}
          </Button>
        </>
      }
    >
      <Flex direction="column" gap="2" role="radiogroup" aria-label={text.filter}>
        {exportFilters.map((choice) => (
          <RadioTile
            key={choice}
            name="filter"
            value={choice}
            isChecked={filter === choice}
            onChoose={() => setFilter(choice)}
          >
            {text[choice]}
          </RadioTile>
        ))}
      </Flex>
      {filter === 'custom' && <RangeFields days={custom} onChange={setCustom} />}
      <Text fontSize="xs" color="fg.muted" mt="3">
        {text.days}
      </Text>
    </Modal>
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
