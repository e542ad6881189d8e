// Pages of words are Markdown, one file a language: a title, a lead, and chapters of paragraphs.
// One that begins with `<!-- draft -->` is not approved by the shop yet: only staff are told so,
// and whoever approves it takes the line away.
export type Document = {
  isDraft: boolean
  title: string
  lead: string
  sections: { title: string; paragraphs: string[] }[]
}

export type Documents = Record<
  'faq' | 'howItWorks' | 'privacy' | 'shipping' | 'terms',
  Document
> & { onThisPage: string; draft: string }

/** Only what these pages use: `# title`, `## chapter`, and paragraphs between blank lines. */
export function readDocument(markdown: string): Document {
  const words = markdown.replace(DRAFT, '')
  const [head = '', ...chapters] = words.split(/^## /m)
  const [title = '', lead = ''] = blocksOf(head.replace(/^# /, ''))
  const sections = chapters.map((chapter) => {
    const [heading = '', ...paragraphs] = blocksOf(chapter)
    return { title: heading, paragraphs }
  })
  return { isDraft: words !== markdown, title, lead, sections }
}

const DRAFT = /^<!-- draft -->\s*/

const blocksOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((block) => block.trim().replace(/\s*\n\s*/g, ' '))
    .filter((block) => block !== '')
