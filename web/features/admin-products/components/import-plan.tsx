import { Box, chakra, Flex, Text } from '@chakra-ui/react'

import type {
  CountedBefore as Counted,
  ImportChange,
  ImportError,
} from '#services/contract/product-import.ts'

import { DataTable } from '../../../components/admin/data-table.tsx'
import type { Column } from '../../../components/admin/data-table.tsx'
import { CheckField } from '../../../components/admin/fields.tsx'
import { StatusBadge } from '../../../components/admin/status-badge.tsx'
import { useAdminImportTexts } from '../../../lib/text/admin-import.ts'

/** Each with its line and the name its column has in the file. */
export function ImportErrors({ errors }: { errors: readonly ImportError[] }) {
  const text = useAdminImportTexts()
  const columns: Column<ImportError & { key: string }>[] = [
    { key: 'line', header: text.line, cell: ({ line }) => <Serial>{line}</Serial> },
    {
      key: 'column',
      header: text.column,
      cell: ({ column }) => (column === null ? text.wholeLine : <Serial>{column}</Serial>),
    },
    { key: 'wrong', header: text.wrong, cell: ({ code }) => text.codes[code] },
    {
      key: 'value',
      header: text.value,
      cell: ({ value }) => (
        <chakra.bdi dir={directionOf(value)} overflowWrap="anywhere" color="fg.muted">
          {value}
        </chakra.bdi>
      ),
    },
  ]
  const rows = errors.map((error, index) => ({ ...error, key: String(index) }))
  return <DataTable caption={text.wrong} columns={columns} rows={rows} keyOf={({ key }) => key} />
}

export function ImportChanges({ changes }: { changes: readonly ImportChange[] }) {
  const text = useAdminImportTexts()
  const columns: Column<ImportChange & { key: string }>[] = [
    { key: 'line', header: text.line, cell: ({ line }) => <Serial>{line}</Serial> },
    { key: 'what', header: text.what, cell: (change) => <What change={change} /> },
    { key: 'fields', header: text.fields, cell: ({ fields }) => <Fields fields={fields} /> },
  ]
  const rows = changes.map((change, index) => ({ ...change, key: String(index) }))
  return <DataTable caption={text.what} columns={columns} rows={rows} keyOf={({ key }) => key} />
}

type CountedProps = {
  lines: readonly Counted[]
  isRecount: boolean
  onRecount: (isWanted: boolean) => void
}

/** What this file has counted already and is not so any more: as it is, or counted again. */
export function CountedBefore({ lines, isRecount, onRecount }: CountedProps) {
  const text = useAdminImportTexts()
  return (
    <Box>
      <Text fontWeight="bold" mb="1">
        {text.countedBefore(lines.length)}
      </Text>
      <chakra.ul listStyleType="none" fontSize="sm">
        {lines.map(({ line, name, sku, counted, now }) => (
          <chakra.li key={line} overflowWrap="anywhere">
            <bdi>{name}</bdi>
            {' · '}
            <Serial>{sku}</Serial>
            {': '}
            {text.countedNow(counted, now)}
          </chakra.li>
        ))}
      </chakra.ul>
      <CheckField label={text.countAgain} isChecked={isRecount} onChange={onRecount} />
    </Box>
  )
}

function What({ change: { kind, name, sku } }: { change: ImportChange }) {
  const text = useAdminImportTexts()
  return (
    <Flex direction="column" gap="1" align={{ base: 'flex-end', md: 'flex-start' }} minW="0">
      <StatusBadge kind={kind.startsWith('add') ? 'highlighted' : 'warning'}>
        {text.kinds[kind]}
      </StatusBadge>
      <Text fontWeight="bold" overflowWrap="anywhere">
        <bdi>{name}</bdi>
        {sku !== null && (
          <>
            {' · '}
            <Serial>{sku}</Serial>
          </>
        )}
      </Text>
    </Flex>
  )
}

function Fields({ fields }: Pick<ImportChange, 'fields'>) {
  return (
    <chakra.ul listStyleType="none" fontSize="sm" minW="0">
      {fields.map(({ column, before, after }) => (
        <chakra.li key={column} overflowWrap="anywhere" lineClamp="2">
          {/* Read as in the file: the column, then what it says. */}
          <bdi dir="ltr">
            <Serial>{column}</Serial>{' '}
            {before !== null && before !== '' && (
              <chakra.del color="fg.muted" me="1">
                <bdi>{before}</bdi>
              </chakra.del>
            )}
            <bdi dir={directionOf(after)}>{after === '' ? '–' : after}</bdi>
          </bdi>
        </chakra.li>
      ))}
    </chakra.ul>
  )
}

/** As it is written in the file, whatever the direction of the page. */
const Serial = ({ children }: { children: string | number }) => (
  <chakra.bdi dir="ltr" fontFamily="serial" fontSize="sm">
    {children}
  </chakra.bdi>
)

/** Signs and digits alone have no direction of their own, and read like code. */
const directionOf = (value: string) => (/\p{L}/u.test(value) ? 'auto' : 'ltr')
