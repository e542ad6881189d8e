// A report in words, in the language that is asked for.
import type { CheckId, Finding } from './report.ts'
import { checksAr, findingsAr } from './words-ar.ts'
import { checksEn, findingsEn, type FindingCode } from './words-en.ts'
import { checksFr, findingsFr } from './words-fr.ts'

export type Language = 'ar' | 'en' | 'fr'

const checks = { ar: checksAr, en: checksEn, fr: checksFr }
const findings = { ar: findingsAr, en: findingsEn, fr: findingsFr }

export const checkTitle = (id: CheckId, language: Language): string => checks[language][id]

/** A code without words is shown as it is: better an odd word than a silent failure. */
export function findingText({ code, values }: Finding, language: Language): string {
  const write = Object.hasOwn(findings.en, code)
    ? findings[language][code as FindingCode] // proved a moment ago
    : undefined
  return write === undefined ? code : write(values)
}
