// Which of the dated rates holds on a day, by the list in view. Pure.

/**
 * Of the newest that begins by then; they come newest first. Null: none does. Undefined: nobody
 * knows, where not all were read yet.
 */
export function heldOn<Dated extends { day: string }>(
  rates: readonly Dated[],
  { day, areAll }: { day: string; areAll: boolean },
): Dated | null | undefined {
  return rates.find((known) => known.day <= day) ?? (areAll ? null : undefined)
}
