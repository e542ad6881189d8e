// Which of the dated rates holds on a day, by the list in view. Pure.

/**
 * The newest that begins by then; they come newest first. Null: none of them does. An older one
 * that is not in view was not seen either: the shop then refuses to put another over it.
 */
export const heldOn = <Dated extends { day: string }>(
  rates: readonly Dated[],
  day: string,
): Dated | null => rates.find((known) => known.day <= day) ?? null
