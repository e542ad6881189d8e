// What the commands of the terminal answer when they are refused: the reason alone, for it is all
// that a person needs. Of anything else it matters where it happened, so that is thrown on.
import { Rejection } from '#events/kernel/rejection.ts'

import { BackupRefused } from '../backup/restore.ts'
import { ConfigRefused } from '../config.ts'
import { StartRefused } from '../database/start-refused.ts'
import { isWrongOption } from './terminal.ts'

const refusals = [BackupRefused, ConfigRefused, Rejection, StartRefused] as const

const isRefusal = (error: unknown): error is Error =>
  isWrongOption(error) || refusals.some((kind) => error instanceof kind)

/** For the end of a command. `exitStatus`: as its `--help` says of what is refused. */
export function tellRefusal(error: unknown, exitStatus = 1): void {
  if (!isRefusal(error)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = exitStatus
}

/** The command was called in a way that has no meaning. */
export const wrongUse = (message: string) => new Rejection('invalid_request', message)
