// Sentences of a raffle that cannot be entered now: about being told of it, and of its draw.
import type { Widen } from './widen.ts'

export const alertsEn = {
  title: { opens: 'Tell me when it opens', tickets: 'Tell me when tickets are free' },
  hint: 'One text to your number when it is so, and none after it.',
  phone: 'Phone number',
  consent: 'You may send me this one text',
  consentMissing: 'Please agree to receive the text.',
  ask: 'Notify me',
  asked: 'We will tell you',
  askedHint: 'You get one text as soon as you can enter.',
  failed: 'It could not be noted. Please try again.',
  list: 'Raffles you asked about',
  none: 'You have not asked to be told of a raffle.',
  forget: (raffle: string) => `Do not tell me of ${raffle}`,
  draw: {
    coming: 'The sale is over. The draw is held in public, step by step.',
    done: 'This raffle has been drawn. Its number, steps and proof stay on their page.',
    go: 'Go to the draw',
    cancelled: 'This raffle was cancelled: no prize is drawn, and orders are refunded.',
  },
  changes: {
    title: 'What was changed',
    byRule: 'The published rule for too few tickets did it.',
    reasons: {
      typo: 'Correction of a typing error',
      prize_unavailable: 'The prize cannot be had',
      licence: 'Licence',
      under_sold: 'The minimum was not met',
      published_by_mistake: 'Published by mistake',
      authority: 'Ordered by the authority',
      other: 'Another reason',
    },
    fields: {
      prize: (now: string) => `The prize is called “${now}”.`,
      prizeValue: (now: string) => `Its value is ${now}.`,
      totalTickets: (now: string) => `There are ${now} tickets in all.`,
      minTicketsRequired: (now: string) => `At least ${now} tickets must be sold.`,
      startsAt: (now: string) => `It starts on ${now}.`,
      endsAt: (now: string) => `It ends on ${now}.`,
      page: () => 'Words or the picture of this page.',
    },
  },
  stopTitle: 'No more texts about raffles',
  stopLead: 'We send one text for each raffle you asked about. Here you stop all of them.',
  stop: 'Stop these texts',
  stopped: 'Stopped. This number gets no more of them.',
}

export type AlertTexts = Widen<typeof alertsEn>
