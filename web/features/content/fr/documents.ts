import { readDocument } from '../document.ts'
import type { Documents } from '../document.ts'
import faq from './faq.md?raw'
import howItWorks from './how-it-works.md?raw'
import privacy from './privacy.md?raw'
import shipping from './shipping.md?raw'
import terms from './terms.md?raw'

export const documentsFr: Documents = {
  onThisPage: 'Sur cette page',
  draft: 'Brouillon : la boutique n’a pas encore approuvé ce texte. Cette note reste interne.',
  faq: readDocument(faq),
  howItWorks: readDocument(howItWorks),
  privacy: readDocument(privacy),
  shipping: readDocument(shipping),
  terms: readDocument(terms),
}
