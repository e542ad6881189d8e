// Refusals that say nothing about what was asked: the same step may be taken later. Whoever turns a
// refusal into a fact (a duty to give money back, an order that ends, numbers that stay valid) asks
// here first, because the fact would outlive the reason.
import { Rejection } from '#events/kernel/rejection.ts'

/** The raffle's writer has met a broken rule: it waits for a person, maybe for days. */
export const isHalted = (error: unknown): boolean =>
  error instanceof Rejection && error.code === 'raffle_halted'

/** `busy` is over in a moment; whoever is told of it tries again. */
export const isPassing = (error: unknown): boolean =>
  isHalted(error) || (error instanceof Rejection && error.code === 'busy')
