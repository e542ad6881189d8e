import { expect, it } from 'vitest'

import faq from './en/faq.md?raw'
import { readDocument } from './document.ts'

it('reads title, lead and chapters, and joins wrapped lines', () =>
  expect(readDocument('# Terms\n\nThe lead.\n\n## One\n\nA long\nline.\n\nAnother.\n')).toEqual({
    isDraft: false,
    title: 'Terms',
    lead: 'The lead.',
    sections: [{ title: 'One', paragraphs: ['A long line.', 'Another.'] }],
  }))

it('knows a draft by its first line, which is no part of the words', () =>
  expect(readDocument('<!-- draft -->\n\n# Terms\n\nThe lead.\n')).toEqual({
    isDraft: true,
    title: 'Terms',
    lead: 'The lead.',
    sections: [],
  }))

it('answers thirteen questions', () => expect(readDocument(faq).sections).toHaveLength(13))
