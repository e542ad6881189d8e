// Rows that are sums of the facts of one log. Each keeps the `position` of the last fact in it: a
// fact at or below the position with which a row was loaded is in the row already.
import { assert } from '#events/kernel/assert.ts'

import { rowKey } from '../projection.ts'
import type { Part, Previous, Table } from '../projection.ts'

type Sum = {
  key: readonly string[]
  /** What was in it when it was loaded. */
  loadedAt: number
  position: number
  /** By the columns after the key and `position`. */
  values: number[]
}

export function sums(table: Table, previous: Previous) {
  const columns = Object.keys(table.columns).filter((column) => !table.key.includes(column))
  const summed = columns.filter((column) => column !== 'position')
  const rows = new Map<string, Sum>()

  function load(key: readonly string[]): Sum {
    const name = rowKey(key)
    const known = rows.get(name)
    if (known !== undefined) return known
    const row = previous(table, ...key)
    const position = (row?.position as number | undefined) ?? 0
    const values = summed.map((column) => (row?.[column] as number | undefined) ?? 0)
    const sum = { key, loadedAt: position, position, values }
    rows.set(name, sum)
    return sum
  }

  return {
    /** Facts come in their order; one may add to a row more than once. */
    add(position: number, key: readonly string[], amounts: Readonly<Record<string, number>>) {
      const sum = load(key)
      if (position <= sum.loadedAt) return
      sum.position = position
      for (const [column, amount] of Object.entries(amounts)) {
        const index = summed.indexOf(column)
        assert(index >= 0, `${table.name} sums no ${column}`)
        sum.values[index]! += amount
      }
    },
    parts(): Part[] {
      const changed = [...rows.values()].filter(({ position, loadedAt }) => position > loadedAt)
      if (changed.length === 0) return []
      return [
        {
          table,
          columns: ['position', ...summed],
          rows: changed.map(({ key, position, values }) => [...key, position, ...values]),
        },
      ]
    },
  }
}
