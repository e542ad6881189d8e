// A refusal as the wire tells it, alone as an answer or within one.
import type { Rejection } from '#events/kernel/rejection.ts'

import { problem } from './contract/problems.ts'
import type { Problem } from './contract/problems.ts'

/** Of what a rule has noted only what the contract knows; anything else stays here. */
export function problemOf({ code, message, details }: Rejection): Problem {
  const told = Object.entries(details).filter(([name]) => toldNames.has(name))
  return { ...Object.fromEntries(told), error: message, code }
}

const toldNames = new Set(Object.keys(problem.def.shape))
