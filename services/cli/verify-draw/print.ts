// A report as text for the terminal, and as JSON for programs.
import type { Report } from '#events/verify/verify.ts'
import type { Check, Verdict } from '#events/verify/report.ts'
import { checkTitle, findingText, type Language } from '#events/verify/words.ts'

const verdicts: Record<Language, Record<Verdict, string>> = {
  en: { pass: 'PASS', fail: 'FAIL', not_evaluated: 'NOT EVALUATED' },
  fr: { pass: 'BON', fail: 'FAUX', not_evaluated: 'NON ÉVALUÉ' },
  ar: { pass: 'سليم', fail: 'خطأ', not_evaluated: 'لم يُقيَّم' },
}

const sentences = {
  en: {
    entries: (entries: number, tickets: number) => `${entries} entries, ${tickets} tickets`,
    winners: (numbers: string) => `The inputs give, prize first: ${numbers}`,
    more: (count: number) => `and ${count} more`,
    outcomes: [
      'Everything that was asked for holds.',
      'NOT TRUE: at least one check has failed.',
      'Nothing has failed, but something could not be evaluated.',
    ],
  },
  fr: {
    entries: (entries: number, tickets: number) => `${entries} écritures, ${tickets} billets`,
    winners: (numbers: string) => `Les entrées donnent, le lot d’abord : ${numbers}`,
    more: (count: number) => `et ${count} de plus`,
    outcomes: [
      'Tout ce qui fut demandé est exact.',
      'FAUX : au moins une vérification a échoué.',
      'Rien n’a échoué, mais une partie n’a pas pu être évaluée.',
    ],
  },
  ar: {
    entries: (entries: number, tickets: number) => `القيود: ${entries}، التذاكر: ${tickets}`,
    winners: (numbers: string) => `المدخلات تعطي، الجائزة أولاً: ${numbers}`,
    more: (count: number) => `و${count} غيرها`,
    outcomes: [
      'كل ما طُلب التحقق منه صحيح.',
      'غير صحيح: فشل تحقق واحد على الأقل.',
      'لم يفشل شيء، لكن جزءًا لم يمكن تقييمه.',
    ],
  },
} as const

export function printed(report: Report, language: Language): string {
  const words = sentences[language]
  const { story, outcomes, checks, exitCode, size } = report
  const published = story?.published?.data
  const head =
    published === undefined
      ? []
      : [
          `${published.raffleNumber} · ${published.prize}`,
          `${published.origin} · ${words.entries(size, story?.issued ?? 0)}`,
          '',
        ]
  const winners = outcomes.flatMap(({ drawId, numbers }) =>
    numbers === null ? [] : [`${drawId}: ${words.winners(numbers.join(' '))}`],
  )
  const lines = checks.flatMap((check) => linesOf(check, language))
  return [...head, ...lines, '', ...winners, words.outcomes[exitCode]].join('\n')
}

function linesOf(check: Check, language: Language): string[] {
  const verdict = verdicts[language][check.verdict].padEnd(13)
  const title = `(${check.id}) ${verdict}  ${checkTitle(check.id, language)}`
  const indent = ' '.repeat(19)
  const listed = check.findings.filter(({ kind }) => kind === 'fail').length
  const rest = check.failures - listed
  return [
    title,
    ...check.findings.map((finding) => `${indent}${findingText(finding, language)}`),
    ...(rest > 0 ? [`${indent}${sentences[language].more(rest)}`] : []),
  ]
}

export function asJson(report: Report): string {
  const { checks, exitCode, size, outcomes, story } = report
  const published = story?.published?.data
  return JSON.stringify(
    {
      raffle:
        published === undefined
          ? null
          : {
              raffleId: story?.raffleId,
              origin: published.origin,
              raffleNumber: published.raffleNumber,
              environment: published.environment,
              tickets: story?.issued,
            },
      entries: size,
      checks: checks.map((check) => ({
        ...check,
        findings: check.findings.map((finding) => ({
          ...finding,
          text: findingText(finding, 'en'),
        })),
      })),
      draws: outcomes,
      exitCode,
    },
    null,
    2,
  )
}
