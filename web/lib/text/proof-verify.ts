import type { ProofVerifyTexts } from './proof-verify-en.ts'
import { textSection } from './text.tsx'

export const proofVerifyTexts = textSection<ProofVerifyTexts>({
  en: async () => (await import('./proof-verify-en.ts')).proofVerifyEn,
  ar: async () => (await import('./proof-verify-ar.ts')).proofVerifyAr,
  fr: async () => (await import('./proof-verify-fr.ts')).proofVerifyFr,
})
export const useProofVerifyTexts = proofVerifyTexts.useTable
