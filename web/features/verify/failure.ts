// Why there is no report: the shop has refused the evidence, it was lost on the way, or what came
// is no bundle. Pure.
import { sentenceOf } from '../../lib/http.ts'
import type { ProofVerifyTexts } from '../../lib/text/proof-verify-en.ts'
import type { Work } from './use-verification.ts'

type Failed = Omit<Extract<Work, { kind: 'failed' }>, 'kind'>

export const failureText = (
  { error, isFetched }: Failed,
  texts: Pick<ProofVerifyTexts, 'notFetched' | 'unreadable'>,
): string => (isFetched ? texts.unreadable : sentenceOf(error, texts.notFetched))
