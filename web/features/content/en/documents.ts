import { readDocument } from '../document.ts'
import type { Documents } from '../document.ts'
import faq from './faq.md?raw'
import howItWorks from './how-it-works.md?raw'
import privacy from './privacy.md?raw'
import shipping from './shipping.md?raw'
import terms from './terms.md?raw'

export const documentsEn: Documents = {
  onThisPage: 'On this page',
  draft: 'Draft: the shop has not approved this text yet. Visitors do not see this note.',
  faq: readDocument(faq),
  howItWorks: readDocument(howItWorks),
  privacy: readDocument(privacy),
  shipping: readDocument(shipping),
  terms: readDocument(terms),
}
