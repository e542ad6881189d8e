import { expect, it } from 'vitest'

import faq from './en/faq.md?raw'
import { readDocument } from './document.ts'

it('reads title, lead and chapters, and joins wrapped lines', () =>
  expect(readDocument('# Terms\n\nThe lead.\n\n## One\n\nA long\nline.\n\nAnother.\n')).toEqual({
    title: 'Terms',
    lead: 'The lead.',
    sections: [{ title: 'One', paragraphs: ['A long line.', 'Another.'] }],
  }))

it('answers thirteen questions', () => expect(readDocument(faq).sections).toHaveLength(13))
