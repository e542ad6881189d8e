import { Box, Flex, Heading, Text } from '@chakra-ui/react'
import { ChartColumn, Download, Table2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { createContext, useContext, useId, useState } from 'react'

import { DataTable } from '../../../components/admin/data-table.tsx'
import { EmptyState } from '../../../components/admin/list-faces.tsx'
import { Button } from '../../../components/button.tsx'
import { keepFile } from '../../../lib/admin/calls.ts'
import { useAnalyticsTexts } from '../../../lib/text/admin-analytics.ts'
import { csvOfRows } from '../csv.ts'
import type { CsvCell, FileColumn } from '../csv.ts'

export type ChartColumn<Row> = {
  key: string
  header: string
  show: (row: Row) => string
  /** As it stands in the file; what is shown, when it is left out. */
  raw?: (row: Row) => CsvCell
  /** Its columns in the file, where what is shown says several things in one. */
  inFile?: readonly FileColumn<Row>[]
  isNumber?: boolean
}

type Props<Row> = {
  title: string
  hint?: string
  rows: readonly Row[]
  columns: readonly ChartColumn<Row>[]
  keyOf: (row: Row) => string
  emptyLine: string
  isEmpty?: boolean
  /** Without its ending. */
  fileName: string
  /** False: the rows are drawn as a table anyway. */
  hasTable?: boolean
  children: ReactNode
}

/** Which heading a card has: one below that of its page. */
export const CardLevel = createContext<'h2' | 'h3'>('h3')

/** A picture of figures, the table behind it, and both as a file. */
export function ChartCard<Row>(props: Props<Row>) {
  const { title, hint, rows, emptyLine, isEmpty = rows.length === 0, hasTable = true } = props
  const text = useAnalyticsTexts()
  const id = useId()
  const level = useContext(CardLevel)
  const [isTable, setIsTable] = useState(false)
  return (
    <Box
      as="section"
      aria-labelledby={id}
      bg="bg.surface"
      borderWidth="1px"
      borderRadius="control"
      p="4"
      minW="0"
    >
      <Flex gap="2" align="flex-start" justify="space-between" mb="3">
        <Box minW="0">
          <Heading as={level} id={id} fontSize="lg" fontWeight="bold" lineHeight="snug">
            {title}
          </Heading>
          {hint && (
            <Text fontSize="xs" color="fg.muted" mt="0.5">
              {hint}
            </Text>
          )}
        </Box>
        {!isEmpty && (
          <Flex flexShrink={0}>
            {hasTable && (
              <Button
                variant="ghost"
                size="icon"
                aria-pressed={isTable}
                aria-label={isTable ? text.chart.asChart : text.chart.asTable}
                title={isTable ? text.chart.asChart : text.chart.asTable}
                onClick={() => setIsTable(!isTable)}
              >
                {isTable ? <ChartColumn size={18} aria-hidden /> : <Table2 size={18} aria-hidden />}
              </Button>
            )}
            <Button
              variant="ghost"
              size="icon"
              aria-label={text.chart.csvOf(title)}
              title={text.chart.csv}
              onClick={() => keep(props)}
            >
              <Download size={18} aria-hidden />
            </Button>
          </Flex>
        )}
      </Flex>
      {isEmpty ? (
        <EmptyState line={emptyLine} />
      ) : isTable ? (
        <ChartTable {...props} caption={text.chart.tableOf(title)} />
      ) : (
        props.children
      )}
    </Box>
  )
}

function keep<Row>({ columns, rows, fileName }: Props<Row>): void {
  const kept = columns.flatMap((column) => columnsInFile(column))
  const file = new Blob([csvOfRows(kept, rows)], { type: 'text/csv;charset=utf-8' })
  keepFile(file, `${fileName}.csv`)
}

function columnsInFile<Row>(column: ChartColumn<Row>): readonly FileColumn<Row>[] {
  const { header, show, raw = show, inFile = [{ header, raw }] } = column
  return inFile
}

type TableProps<Row> = Pick<Props<Row>, 'rows' | 'columns' | 'keyOf'> & { caption: string }

export function ChartTable<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <Box maxH="320px" overflowY="auto" role="region" aria-label={caption} tabIndex={0}>
      <DataTable
        caption={caption}
        rows={rows}
        keyOf={keyOf}
        columns={columns.map(({ key, header, show, isNumber }) => ({
          key,
          header,
          cell: (row: Row) => <bdi>{show(row)}</bdi>,
          align: isNumber ? ('end' as const) : ('start' as const),
        }))}
      />
    </Box>
  )
}
