const AT_ONCE_MAX = 16

/**
 * A bounded number at once. One that fails does not keep the others back; in the end it is told.
 */
export async function inTurns<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  const waiting = [...items]
  async function work() {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift())
      await act(item).catch((error: unknown) => failures.push(error))
  }
  await Promise.all(Array.from({ length: AT_ONCE_MAX }, work))
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${items.length} failed`)
}
