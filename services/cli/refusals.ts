// What the commands of the terminal answer when they are refused: the reason alone, for it is all
// that a person needs. Of anything else it matters where it happened, so that is thrown on.
import { Rejection } from '#events/kernel/rejection.ts'

import { BackupRefused } from '../backup/restore.ts'
import { ConfigRefused } from '../config.ts'
import { StartRefused } from '../database/start-refused.ts'
import { closedPath } from './closed-path.ts'
import { isWrongOption } from './terminal.ts'

const refusals = [BackupRefused, ConfigRefused, Rejection, StartRefused] as const

const isRefusal = (error: unknown): error is Error =>
  isWrongOption(error) || refusals.some((kind) => error instanceof kind)

/** For the end of a command. `exitStatus`: as its `--help` says of what is refused. */
export function tellRefusal(error: unknown, exitStatus = 1): void {
  const reason = closedPath(error) ?? (isRefusal(error) ? error.message : null)
  if (reason === null) throw error
  process.stderr.write(`${reason}\n`)
  process.exitCode = exitStatus
}

/** The command was called in a way that has no meaning. */
export const wrongUse = (message: string) => new Rejection('invalid_request', message)

/** What one of several commands takes: so many words behind its name at most, and which options. */
export type Takes = { words: number; options?: readonly string[] }

/** Of `parseArgs`, which knows the options of all of them. */
type Token =
  | { kind: 'option'; name: string }
  | { kind: 'positional'; value: string }
  | { kind: 'option-terminator' }

/** Refuses what another command takes, and what nobody would read. */
export function requireTaken(
  command: string,
  { words, options = [] }: Takes,
  tokens: readonly Token[],
): void {
  const values = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []))
  const more = values.slice(1 + words)
  const wrong = tokens.flatMap((token) =>
    token.kind === 'option' && !options.includes(token.name) ? [`--${token.name}`] : [],
  )
  if (more.length + wrong.length > 0)
    throw wrongUse(`${command} does not take ${[...wrong, ...more].join(' ')}; see --help`)
}
