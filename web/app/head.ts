// Title, description and the card that messengers show when a page is shared.
import type { LiveDraw } from '#services/contract/draws.ts'
import type { Raffle } from '#services/contract/raffles.ts'
import type { RenderRequest } from '#services/contract/pages.ts'

import { stageWords } from '../features/draws/draw-words.ts'
import { winningNumber } from '../features/draws/shown-result.ts'
import { isCancelled } from '../features/draws/waiting.ts'
import { worth } from '../lib/money.ts'
import { selfTexts } from '../lib/text/account-self.ts'
import { accountTexts } from '../lib/text/account.tsx'
import { alertTexts } from '../lib/text/alerts.ts'
import { offlineTexts } from '../lib/text/offline.ts'
import { drawTexts } from '../lib/text/draw.ts'
import type { DrawTexts } from '../lib/text/draw-en.ts'
import { shopTexts } from '../lib/text/text.tsx'
import { ticketLabel } from '../lib/ticket-ranges.ts'

type Head = {
  title: string
  description: string
  /** Path of the picture; null: none. */
  image: string | null
  price: string | null
}

const DESCRIPTION_MAX = 200

export function headOf({ path, language, queries, settings }: HeadRequest): Head {
  const text = shopTexts.of(language)
  const raffle = path.startsWith('/raffle/') ? raffleIn(queries, path.slice(8)) : null
  if (raffle) return raffleHead(raffle, settings.shopName)
  const draw = path.startsWith('/draws/') ? drawIn(queries) : null
  if (draw) return drawHead(draw, { language, shopName: settings.shopName })

  const own = titleOf(path, language)
  return {
    title: own ? `${own} · ${settings.shopName}` : text.title.replace('Qura', settings.shopName),
    description: text.description,
    image: null,
    price: null,
  }
}

/** Undefined: the page is called as the shop is. */
function titleOf(path: string, language: HeadRequest['language']): string | undefined {
  const text = shopTexts.of(language)
  const { payment, dashboard } = accountTexts.of(language)
  const titles: Record<string, string> = {
    '/raffles': text.raffles.heading,
    '/how-it-works': text.nav.howItWorks,
    '/faq': text.footer.faq,
    '/shipping': text.footer.shipping,
    '/terms': text.footer.terms,
    '/privacy': text.footer.privacy,
    '/login': text.nav.signIn,
    '/dashboard': dashboard.title,
    '/account': selfTexts.of(language).title,
    '/verify': drawTexts.of(language).verify.title,
    '/payment/success': payment.processing,
    '/payment/failed': payment.failed,
    '/offline': offlineTexts.of(language).title,
  }
  // Whose order it is, and its reference, is nothing for a title that others may read.
  if (path.startsWith('/stop/')) return alertTexts.of(language).stopTitle
  return titles[path] ?? (path.startsWith('/order/') ? payment.order : undefined)
}

type HeadRequest = Pick<RenderRequest, 'path' | 'language' | 'queries' | 'settings'>

function raffleHead(raffle: Raffle, shopName: string): Head {
  const words = raffle.description || raffle.prizeInfo
  return {
    title: `${raffle.name}, ${worth(raffle.value)} · ${shopName}`,
    description: words.replace(/\s+/g, ' ').slice(0, DESCRIPTION_MAX),
    image: raffle.image,
    price: raffle.product?.price ?? null,
  }
}

/** Shared in the minutes of a draw: what it is, and the number once there is one that has won. */
function drawHead(
  draw: LiveDraw,
  { language, shopName }: { language: HeadRequest['language']; shopName: string },
): Head {
  const text = drawTexts.of(language)
  const { raffle } = draw
  const state = stateOf(draw, text)
  return {
    title: `${raffle.name}: ${state} · ${shopName}`,
    description: `${text.eyebrow(raffle.raffleNumber)}. ${text.steps.lead}`,
    image: raffle.image,
    price: null,
  }
}

function stateOf(draw: LiveDraw, text: DrawTexts): string {
  if (isCancelled(draw)) return text.stage.cancelled
  const number = winningNumber(draw)
  return number === null ? stageWords(text, draw) : text.board.result(ticketLabel(number))
}

function drawIn(queries: RenderRequest['queries']): LiveDraw | null {
  const found = queries.find(({ key }) => key[0] === '/api/draws' && key.length === 2)
  return (found?.data as LiveDraw | undefined) ?? null // parsed by the contract when it was read
}

function raffleIn(queries: RenderRequest['queries'], id: string): Raffle | null {
  const found = queries.find(({ key }) => key.length === 2 && key[1] === id)
  return (found?.data as Raffle | undefined) ?? null // parsed by the contract when it was read
}
