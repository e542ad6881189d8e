import { expect, it } from 'vitest'

import { isPassedOver, rowsOf } from './list-pages.ts'

const page = (total: number, ...ids: string[]) => ({
  data: ids.map((id) => ({ id })),
  pagination: { total },
})
const idOf = ({ id }: { id: string }) => id

it('shows once, where it stood first, what new rows have pushed into the next page', () => {
  const pages = [page(5, 'e', 'd', 'c'), page(7, 'd', 'c', 'b'), page(7, 'a')]
  expect(rowsOf(pages, idOf).map(idOf)).toEqual(['e', 'd', 'c', 'b', 'a'])
})

it('knows that rows were passed over when fewer are left', () => {
  expect(isPassedOver([page(5, 'a'), page(4, 'c')])).toBe(true)
  expect(isPassedOver([page(5, 'a'), page(5, 'b')])).toBe(false)
  expect(isPassedOver([page(5, 'a'), page(6, 'a')])).toBe(false)
  expect(isPassedOver([page(5, 'a')])).toBe(false)
})
