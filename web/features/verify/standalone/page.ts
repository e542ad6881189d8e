// The one-file verifier, `verify.html`: no server, no requests, three languages. Whoever reads this
// to trust it reads also `events/verify`, which does the work.
import type { Report } from '#events/verify/verify.ts'
import type { Language } from '#events/verify/words.ts'

import { proofVerifyAr } from '../../../lib/text/proof-verify-ar.ts'
import { proofVerifyEn } from '../../../lib/text/proof-verify-en.ts'
import type { ProofVerifyTexts } from '../../../lib/text/proof-verify-en.ts'
import { proofVerifyFr } from '../../../lib/text/proof-verify-fr.ts'
import { runVerification } from '../run-verification.ts'
import { element } from './dom.ts'
import { reportView } from './report-view.ts'

const tables: Record<Language, ProofVerifyTexts> = {
  ar: proofVerifyAr,
  en: proofVerifyEn,
  fr: proofVerifyFr,
}
const names: Record<Language, string> = { ar: 'العربية', en: 'English', fr: 'Français' }

type State = {
  language: Language
  keys: string
  isSandbox: boolean
  extras: File[]
  bundle: File | null
  work: 'none' | 'failed' | { percent: number } | { report: Report }
}

const state: State = {
  language: 'ar',
  keys: '',
  isSandbox: false,
  extras: [],
  bundle: null,
  work: 'none',
}

function show(): void {
  const { language } = state
  document.documentElement.lang = language
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
  document.title = tables[language].title
  document.body.replaceChildren(languages(), main(tables[language]))
}

function languages(): HTMLElement {
  const buttons = (Object.keys(names) as Language[]).map((language) => {
    const isNow = language === state.language
    const button = element('button', { lang: language, 'aria-pressed': String(isNow) })
    button.append(names[language])
    button.addEventListener('click', () => {
      state.language = language
      show()
    })
    return button
  })
  return element('nav', {}, ...buttons)
}

function main(texts: ProofVerifyTexts): HTMLElement {
  const { work } = state
  return element(
    'main',
    {},
    element('h1', {}, texts.title),
    element('p', { class: 'lead' }, texts.lead),
    dropZone(texts),
    options(texts),
    element('div', { id: 'work', 'aria-live': 'polite' }, progress(texts)),
    typeof work === 'object' && 'report' in work
      ? reportView(work.report, texts, state.language)
      : null,
  )
}

function progress(texts: ProofVerifyTexts): Node | string {
  const { work } = state
  if (work === 'failed') return element('p', { class: 'verdict fail' }, texts.unreadable)
  if (typeof work !== 'object' || !('percent' in work)) return ''
  const bar = element('progress', { max: '100', value: String(work.percent) })
  return element('p', {}, texts.checking(work.percent), bar)
}

function dropZone(texts: ProofVerifyTexts): HTMLElement {
  const input = element('input', { type: 'file', accept: '.zip', id: 'bundle' })
  input.addEventListener('change', () => void take(input.files?.[0]))
  const zone = element(
    'label',
    { class: 'drop', for: 'bundle' },
    element('strong', {}, state.bundle?.name ?? texts.drop),
    element('span', { class: 'button' }, state.bundle === null ? texts.choose : texts.again),
    input,
  )
  zone.addEventListener('dragover', (event) => event.preventDefault())
  zone.addEventListener('drop', (event) => {
    event.preventDefault()
    void take(event.dataTransfer?.files[0])
  })
  return zone
}

function options(texts: ProofVerifyTexts): HTMLElement {
  const keys = element('textarea', { rows: '3', dir: 'ltr', spellcheck: 'false', id: 'keys' })
  keys.value = state.keys
  keys.addEventListener('change', () => {
    state.keys = keys.value
    void verify()
  })
  const extras = element('input', { type: 'file', multiple: true, id: 'extras' })
  extras.addEventListener('change', () => {
    state.extras = [...(extras.files ?? [])]
    void verify()
  })
  const sandbox = element('input', { type: 'checkbox', id: 'sandbox' })
  sandbox.checked = state.isSandbox
  sandbox.addEventListener('change', () => {
    state.isSandbox = sandbox.checked
    void verify()
  })
  return element(
    'section',
    { class: 'options' },
    element('label', { for: 'keys' }, texts.keys),
    keys,
    element('p', { class: 'hint' }, texts.keysHint),
    element('strong', {}, texts.extras),
    element(
      'label',
      { class: 'file' },
      element('span', { class: 'button' }, texts.choose),
      element('bdi', {}, state.extras.map(({ name }) => name).join(', ')),
      extras,
    ),
    element('p', { class: 'hint' }, texts.extrasHint),
    element('label', { class: 'check' }, sandbox, texts.sandbox),
  )
}

async function take(file: File | undefined): Promise<void> {
  if (file === undefined) return
  state.bundle = file
  await verify()
}

let turn = 0

/** Started again by every change of what is asked; only the last answer is shown. */
async function verify(): Promise<void> {
  const { bundle } = state
  if (bundle === null) return
  const mine = ++turn
  state.work = { percent: 0 }
  show()
  try {
    const { keys, extras, isSandbox } = state
    const report = await runVerification({ bundle, keys, extras, isSandbox }, (percent) =>
      move(mine, percent),
    )
    if (mine === turn) state.work = { report }
  } catch {
    // Whatever was dropped here: the page says that it is no bundle.
    if (mine === turn) state.work = 'failed'
  }
  if (mine === turn) show()
}

/** The bar alone: nothing else changes while a log is read. */
function move(mine: number, percent: number): void {
  const { work } = state
  if (mine !== turn || typeof work !== 'object' || !('percent' in work)) return
  work.percent = percent
  document.querySelector('#work')?.replaceChildren(progress(tables[state.language]))
}

show()
