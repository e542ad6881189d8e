import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

import { useFocusOnFirstNew } from '../../lib/admin/first-new.ts'

export type Column<Row> = {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** Numbers and actions stand at the end. */
  align?: 'start' | 'end'
  width?: string
  /** On a phone: the line without its label, beside the picture; or left out. */
  onPhone?: 'bare' | 'labelled' | 'hidden'
}

type Props<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Lets a press on the row, beside its buttons, open it. */
  onRow?: (row: Row) => void
}

/** A table on a desk, and on a phone one card a row. The roles stay whatever the layout is. */
export function DataTable<Row>({ caption, columns, rows, keyOf, onRow }: Props<Row>) {
  const body = useFocusOnFirstNew<HTMLTableSectionElement>(rows.length)
  return (
    <chakra.div
      bg={{ md: 'bg.surface' }}
      borderWidth={{ md: '1px' }}
      borderRadius="control"
      overflowX={{ md: 'auto' }}
      position="relative"
    >
      <chakra.table
        role="table"
        width="full"
        display={{ base: 'block', md: 'table' }}
        borderCollapse="collapse"
        fontSize="md"
      >
        <chakra.caption srOnly>{caption}</chakra.caption>
        <chakra.thead role="rowgroup" srOnly={{ base: true, md: false }}>
          <tr role="row">
            {columns.map(({ key, header, align, width }) => (
              <chakra.th
                key={key}
                role="columnheader"
                scope="col"
                textAlign={align ?? 'start'}
                width={width}
                px="3"
                py="2"
                fontSize="xs"
                fontWeight="bold"
                color="fg.muted"
                bg="bg.sunk"
                whiteSpace="nowrap"
              >
                {header}
              </chakra.th>
            ))}
          </tr>
        </chakra.thead>
        <chakra.tbody
          role="rowgroup"
          ref={body}
          display={{ base: 'grid', md: 'table-row-group' }}
          gridTemplateColumns="minmax(0, 1fr)"
          gap="3"
        >
          {rows.map((row) => (
            <Line key={keyOf(row)} row={row} columns={columns} onRow={onRow} />
          ))}
        </chakra.tbody>
      </chakra.table>
    </chakra.div>
  )
}

type LineProps<Row> = {
  row: Row
  columns: readonly Column<Row>[]
  onRow: ((row: Row) => void) | undefined
}

function Line<Row>({ row, columns, onRow }: LineProps<Row>) {
  return (
    <chakra.tr
      role="row"
      tabIndex={-1}
      cursor={onRow ? 'pointer' : undefined}
      onClick={onRow && ((event) => !isControl(event.target) && onRow(row))}
      display={{ base: 'block', md: 'table-row' }}
      bg={{ base: 'bg.surface', md: 'transparent' }}
      borderWidth={{ base: '1px', md: '0' }}
      borderRadius={{ base: 'control', md: '0' }}
      borderTopWidth={{ md: '1px' }}
      p={{ base: '3', md: '0' }}
      _hover={{ bg: { md: 'bg' } }}
    >
      {columns.map((column) => (
        <Cell key={column.key} column={column} row={row} />
      ))}
    </chakra.tr>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { header, cell, align = 'start', onPhone = 'labelled' } = column
  return (
    <chakra.td
      role="cell"
      display={{ base: onPhone === 'hidden' ? 'none' : 'flex', md: 'table-cell' }}
      alignItems="baseline"
      justifyContent="space-between"
      gap="3"
      px={{ md: '3' }}
      py={{ base: '1', md: '2' }}
      textAlign={{ md: align }}
      verticalAlign="middle"
    >
      {onPhone === 'labelled' && (
        <chakra.span aria-hidden hideFrom="md" color="fg.muted" fontSize="sm" flexShrink={0}>
          {header}
        </chakra.span>
      )}
      <chakra.div
        minW="0"
        flex={{ base: onPhone === 'bare' ? '1' : undefined, md: undefined }}
        textAlign={{ base: onPhone === 'labelled' ? 'end' : 'start', md: align }}
      >
        {cell(row)}
      </chakra.div>
    </chakra.td>
  )
}

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('a, button, input, select, label') !== null
