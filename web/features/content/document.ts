// Pages of words are Markdown, one file a language: a title, a lead, and chapters of paragraphs.
export type Document = {
  title: string
  lead: string
  sections: { title: string; paragraphs: string[] }[]
}

export type Documents = Record<
  'faq' | 'howItWorks' | 'privacy' | 'shipping' | 'terms',
  Document
> & { onThisPage: string }

/** Only what these pages use: `# title`, `## chapter`, and paragraphs between blank lines. */
export function readDocument(markdown: string): Document {
  const [head = '', ...chapters] = markdown.split(/^## /m)
  const [title = '', lead = ''] = blocksOf(head.replace(/^# /, ''))
  const sections = chapters.map((chapter) => {
    const [heading = '', ...paragraphs] = blocksOf(chapter)
    return { title: heading, paragraphs }
  })
  return { title, lead, sections }
}

const blocksOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((block) => block.trim().replace(/\s*\n\s*/g, ' '))
    .filter((block) => block !== '')
