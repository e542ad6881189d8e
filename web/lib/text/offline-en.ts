// Sentences of the page that is shown when there is no network.
import type { Widen } from './widen.ts'

export const offlineEn = {
  title: 'You are offline',
  lead:
    'There is no connection to the shop. Prices and ticket counts change by the minute, so none ' +
    'are shown here.',
  again: 'Try again',
  tickets: 'Your tickets',
  asOf: (day: string, time: string) => `As of ${day}, ${time}`,
  ends: (day: string) => `Drawn ${day} or when sold out`,
  none: 'No tickets are kept on this device.',
  noneHint: 'After you have opened your dashboard or an order once, its tickets are shown here.',
}

export type OfflineTexts = Widen<typeof offlineEn>
