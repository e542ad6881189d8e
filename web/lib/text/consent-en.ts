// Sentences of the question about statistics; shown only where a marketing tag is configured.
import type { Widen } from './widen.ts'

export const consentEn = {
  title: 'May we count your visit?',
  text: 'With your consent we tell Google Analytics what is looked at and bought, never who you are. The shop works the same without it.',
  accept: 'Accept',
  refuse: 'Refuse',
}

export type ConsentTexts = Widen<typeof consentEn>
