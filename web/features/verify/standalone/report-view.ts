// What the verifier has found, as elements.
import type { Check } from '#events/verify/report.ts'
import type { Worked } from '#events/verify/result-check.ts'
import type { Report } from '#events/verify/verify.ts'
import { checkTitle, findingText, type Language } from '#events/verify/words.ts'

import type { ProofVerifyTexts } from '../../../lib/text/proof-verify-en.ts'
import { ticketLabel } from '../../../lib/ticket-ranges.ts'
import { ticketDigits, ticketSentences } from '../ticket.ts'
import { workedSteps } from '../worked-steps.ts'
import { element } from './dom.ts'

const marks = { pass: '✓', fail: '✗', not_evaluated: '–' } as const
const outcomeClass = ['pass', 'fail', 'open'] as const

export function reportView(
  report: Report,
  texts: ProofVerifyTexts,
  language: Language,
): HTMLElement {
  const worked = report.outcomes.findLast((outcome) => outcome.worked !== null)?.worked ?? null
  return element(
    'article',
    {},
    element(
      'p',
      { class: `verdict ${outcomeClass[report.exitCode]}`, role: 'status' },
      texts.outcomes[report.exitCode] ?? '',
    ),
    facts(report, texts),
    results(report, texts),
    finder(report, texts),
    element(
      'ol',
      { class: 'checks' },
      ...report.checks.map((check) => line(check, texts, language)),
    ),
    worked === null ? null : byHand(worked, texts),
  )
}

function facts({ story, size }: Report, texts: ProofVerifyTexts): HTMLElement | null {
  const published = story?.published?.data
  if (published === undefined || story === null) return null
  const rows = [
    [texts.raffle, `${published.raffleNumber} · ${published.origin}`],
    [texts.prize, published.prize],
    [texts.entries, String(size)],
    [texts.tickets, String(story.issued)],
  ]
  return element(
    'dl',
    {},
    ...rows.flatMap(([name, value]) => [
      element('dt', {}, name!),
      element('dd', {}, element('bdi', {}, value!)),
    ]),
  )
}

function results({ outcomes }: Report, texts: ProofVerifyTexts): HTMLElement | null {
  const numbers = outcomes.at(-1)?.numbers ?? null
  if (numbers === null || numbers.length === 0) return null
  const items = numbers.map((number, place) =>
    element(
      'li',
      { class: place === 0 ? 'first' : '' },
      element('span', {}, place === 0 ? texts.first : texts.reserve(place)),
      element('bdi', {}, ticketLabel(number)),
    ),
  )
  return element(
    'section',
    {},
    element('h2', {}, texts.result),
    element('ul', { class: 'drawn' }, ...items),
  )
}

function finder(report: Report, texts: ProofVerifyTexts): HTMLElement {
  const input = element('input', { inputmode: 'numeric', id: 'ticket' })
  const answer = element('p', { 'aria-live': 'polite', class: 'found' })
  input.addEventListener('input', () => {
    const number = Number(ticketDigits(input.value))
    const isNumber = Number.isInteger(number) && number > 0
    answer.textContent = isNumber ? ticketSentences(report, number, texts).join(' ') : ''
  })
  return element(
    'section',
    {},
    element('h2', {}, texts.find),
    element('label', { for: 'ticket' }, texts.number),
    input,
    answer,
  )
}

function line(check: Check, texts: ProofVerifyTexts, language: Language): HTMLElement {
  const { id, verdict, findings, failures } = check
  const rest = failures - findings.filter(({ kind }) => kind === 'fail').length
  const said = findings.map((finding) => element('li', {}, findingText(finding, language)))
  if (rest > 0) said.push(element('li', {}, texts.more(rest)))
  return element(
    'li',
    { class: verdict },
    element('span', { class: 'mark', 'aria-hidden': 'true' }, marks[verdict]),
    element(
      'div',
      {},
      element('p', {}, element('bdi', { class: 'id' }, `(${id})`), ' ', checkTitle(id, language)),
      said.length > 0 ? element('ul', {}, ...said) : null,
    ),
    element('span', { class: 'word' }, texts.verdicts[verdict]),
  )
}

function byHand(worked: Worked, texts: ProofVerifyTexts): HTMLElement {
  const items = workedSteps(worked, texts).map(({ say, value }) =>
    element('li', {}, say, element('code', { dir: 'ltr' }, value)),
  )
  return element(
    'section',
    {},
    element('h2', {}, texts.worked),
    element('ol', { class: 'hand' }, ...items),
  )
}
