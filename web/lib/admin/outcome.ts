// What staff hear of an act: one notification, in the words of the error catalogue.
import { ApiError, sentenceOf } from '../http.ts'
import { showToast } from '../toasts.ts'

export const showSuccess = (title: string, text?: string): void =>
  showToast({ title, ...(text !== undefined && { text }) })

/** The shop's own sentence where it sent one, else the one of the catalogue. */
export function showFailure(title: string, error: unknown, otherwise: string): void {
  showToast({ title, text: sentenceOf(error, otherwise), isError: true })
}

/** A refusal whose reason this page knows better than the shop's one sentence for it. */
export const showRefusal = (title: string, text: string): void =>
  showToast({ title, text, isError: true })

export const codeOf = (error: unknown): string | null =>
  error instanceof ApiError ? (error.problem?.code ?? null) : null

/** What the server found wrong, by the name of the field. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  const fields = error instanceof ApiError ? (error.problem?.fields ?? []) : []
  return Object.fromEntries(fields.map(({ path, message }) => [path, message]))
}
