// What the log is told when a customer gives a factor (ASVS 16.3.1, 16.3.3): that it was right, and
// whose, or that it was refused. Of a number its range alone: it is everybody's of an operator.
import { Rejection } from '#events/kernel/rejection.ts'

type Write = (line: object, message: string) => void
export type SignInLog = { info: Write; warn: Write }

export type Tried =
  | { factor: 'code by text'; range: string }
  | { factor: 'second factor'; personId: string }

/** What guesses are answered with; who forgot his name or meets a failure of ours guesses not. */
const refusals = new Set(['wrong_code', 'code_expired', 'passkey_refused', 'too_many_requests'])

/** `act` answers who it was. */
export async function toldOf(
  log: SignInLog,
  tried: Tried,
  act: () => Promise<string>,
): Promise<string> {
  try {
    const personId = await act()
    log.info({ ...tried, personId, outcome: 'right' }, 'sign-in of a customer')
    return personId
  } catch (error) {
    if (error instanceof Rejection && refusals.has(error.code))
      log.warn({ ...tried, outcome: error.code }, 'sign-in of a customer refused')
    throw error
  }
}
