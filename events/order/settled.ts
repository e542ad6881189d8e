import { Rejection } from '../kernel/rejection.ts'

import { linesToSettle, type PlacedOrder } from './evolve.ts'

/** Every line has its tickets or a duty to give its money back. */
export function requireSettled(state: PlacedOrder): void {
  if (linesToSettle(state).length > 0)
    throw new Rejection('order_settling', 'Tickets are being issued. Please try again in a moment.')
}
