// The first place as steps that can be followed with a pocket calculator for large numbers.
import type { Worked } from '#events/verify/result-check.ts'

import type { ProofVerifyTexts } from '../../lib/text/proof-verify-en.ts'
import { ticketLabel } from '../../lib/ticket-ranges.ts'

export type WorkedStep = { say: string; value: string }

export function workedSteps(worked: Worked, { steps }: ProofVerifyTexts): WorkedStep[] {
  const [first] = worked.words
  return [
    { say: steps.transcript(worked.transcriptBytes), value: worked.transcriptSha256 },
    { say: steps.prk, value: worked.prk },
    { say: steps.block, value: worked.block },
    { say: steps.word, value: first?.word ?? '' },
    { say: steps.limit(first?.left ?? 0), value: first?.limit ?? '' },
    ...worked.words.slice(1).map(({ word }) => ({ say: steps.skipped, value: word })),
    { say: steps.remainder, value: String(worked.remainder) },
    { say: steps.ticket(worked.index), value: ticketLabel(worked.number) },
  ]
}
