// What staff hear of an act: one notification, in the words of the error catalogue.
import type { FieldProblem } from '#services/contract/shared.ts'

import { ApiError, sentenceOf } from '../http.ts'
import { adminTexts } from '../text/admin.ts'
import { languageOfPage } from '../text/text.tsx'
import { showToast } from '../toasts.ts'
import { faultWords } from './field-faults.ts'

export const showSuccess = (title: string, text?: string): void =>
  showToast({ title, ...(text !== undefined && { text }) })

/** Of a file that was saved, wherever it was asked for. */
export const showExported = (): void => showSuccess(adminTexts.of(languageOfPage()).exported)

/** The shop's own sentence where it sent one, else the one of the catalogue. */
export function showFailure(title: string, error: unknown, otherwise: string): void {
  const text = sentenceOf(error, otherwise)
  // Nothing went wrong: somebody else must say yes first, and here is where.
  if (codeOf(error) === 'approval_required')
    showToast({ title: approvalWords().title, text, link: approvalLink() })
  else showToast({ title, text, isError: true })
}

type Read = { data: unknown; error: unknown; isError: boolean }

/** What was read once stays in view, which does not say that no more of it has come. */
export function showUnread(
  { data, error, isError }: Read,
  line: 'moreFailed' | 'refreshFailed',
): void {
  if (!isError || data === undefined) return
  const text = adminTexts.of(languageOfPage())
  showFailure(text.error, error, text[line])
}

/** Both are here by then: the staff area does not open without its sentences. */
const approvalWords = () => adminTexts.of(languageOfPage()).approval
const approvalLink = () => ({ href: '/admin/approvals', label: approvalWords().open })

/** A refusal whose reason this page knows better than the shop's one sentence for it. */
export const showRefusal = (title: string, text: string): void =>
  showToast({ title, text, isError: true })

export const codeOf = (error: unknown): string | null =>
  error instanceof ApiError ? (error.problem?.code ?? null) : null

/**
 * Why a list or a page was refused, in the reader's language: there are several of that name, we
 * are busy. Null: it just did not come, or is not for them, for which each page has its own words.
 */
export function refusalOf(error: unknown): string | null {
  const code = codeOf(error)
  return code === null || plainFailures.has(code) ? null : sentenceOf(error, '') || null
}

const plainFailures: ReadonlySet<string> = new Set([
  'internal',
  'not_found',
  'not_signed_in',
  'not_admin',
  'not_allowed',
])

/** Somebody else has saved meanwhile: the form itself says who (`ConflictNotice`). */
export const isConflict = (error: unknown): boolean => codeOf(error) === 'edit_conflict'

type Call = { error: unknown; reset: () => void }

/**
 * A refusal is of what was sent: once that is mended it says nothing any more. A conflict stays,
 * for what is typed does not end it.
 */
export function forgetRefusal({ error, reset }: Call): void {
  if (error !== null && !isConflict(error)) reset()
}

/** Of each field that the shop named, what it said of it. */
export const toldFieldsOf = (error: unknown): readonly FieldProblem[] =>
  error instanceof ApiError ? (error.problem?.fields ?? []) : []

/**
 * What the shop found wrong, by the name of the field and in the language of the page. `sent`: the
 * body of the call, in which a field that is empty was left out by mistake.
 */
export function fieldErrorsOf(error: unknown, sent: object = {}): Record<string, string> {
  const told = toldFieldsOf(error)
  if (told.length === 0) return {}
  const language = languageOfPage()
  const reader = { text: adminTexts.of(language), isEnglish: language === 'en', sent }
  return Object.fromEntries(told.map((fault) => [fault.path, faultWords(fault, reader)]))
}
