// given(facts).when(command).then(facts) or .thenRejected(code): the whole test of a decider.
import { expect } from 'vitest'

import { fold, type Decider, type Fact } from '../kernel/decider.ts'
import { Rejection } from '../kernel/rejection.ts'

export function givenFor<Command, State, Event extends Fact>(
  decider: Decider<Command, State, Event>,
) {
  return (...facts: readonly Event[]) => ({
    when: (command: Command) => ({
      // Strictly: a field that is there without a value could not be stored.
      // oxlint-disable-next-line unicorn/no-thenable -- the trade's word, and nobody awaits it
      then: (...expected: readonly Event[]) =>
        expect(decider.decide(command, fold(decider, facts))).toStrictEqual(expected),
      /** It has happened already, or there is nothing to do. */
      thenNothing: () => expect(decider.decide(command, fold(decider, facts))).toEqual([]),
      thenRejected: (code: string, details: Readonly<Record<string, unknown>> = {}) =>
        void expectRejection(() => decider.decide(command, fold(decider, facts)), code, details),
      /** A bug of the caller: the assertion's words. */
      thenFails: (words: RegExp) =>
        expect(() => decider.decide(command, fold(decider, facts))).toThrow(words),
    }),
  })
}

export function expectRejection(
  act: () => unknown,
  code: string,
  details: Readonly<Record<string, unknown>> = {},
): Rejection {
  let rejection: unknown
  try {
    act()
  } catch (thrown) {
    rejection = thrown
  }
  if (!(rejection instanceof Rejection)) throw new Error(`expected ${code}, not ${rejection}`)
  // Whoever asked reads the message: none may be empty.
  expect(rejection.message).not.toBe('')
  expect({ code: rejection.code, details: rejection.details }).toEqual({
    code,
    details: expect.objectContaining(details),
  })
  return rejection
}
