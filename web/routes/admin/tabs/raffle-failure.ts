// Why a raffle was not changed, where its draw or its sale is in the way.
import type { AdminRaffle } from '#services/contract/admin-raffles.ts'

import { hasIssued } from '../../../features/admin-raffles/raffle-form.ts'
import { codeOf, showFailure, showRefusal } from '../../../lib/admin/outcome.ts'
import type { CatalogueTexts } from '../../../lib/text/admin-catalogue-en.ts'
import { drawRefusalIn } from '../../../lib/text/draw-refusals.ts'
import { languageOfPage } from '../../../lib/text/text.tsx'

type Words = {
  title: string
  catalogue: CatalogueTexts
  /** Whose form it is; a part of the staff may change all of it but a prize for which some paid. */
  raffle?: AdminRaffle | null
}

export async function showRaffleFailure(error: unknown, words: Words): Promise<void> {
  const { title, catalogue, raffle = null } = words
  const code = codeOf(error)
  const isSold = raffle !== null && hasIssued(raffle)
  if (code === 'not_allowed' && isSold) return showRefusal(title, catalogue.reason.ownerOnly)
  const known = await sentenceOf(code, catalogue)
  if (known === null) showFailure(title, error, catalogue.raffles.saveFailed)
  else showRefusal(title, known)
}

async function sentenceOf(code: string | null, { reason }: CatalogueTexts): Promise<string | null> {
  switch (code) {
    case null:
      return null
    case 'wrong_signature':
      return reason.wrongSignature
    case 'draw_is_binding':
      return reason.drawBinds
    case 'countersignature_required':
    case 'register_sealed':
    case 'draw_time_passed':
    case 'still_settling':
    case 'tickets_held':
      return drawRefusalIn(languageOfPage(), code)
    default:
      return null
  }
}
