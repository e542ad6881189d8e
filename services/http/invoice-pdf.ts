// The sheet of an invoice or a credit note as a PDF file (ADR 16). Nothing else here imports what
// makes it, and whoever needs this imports it when the first file is asked for: a shop that never
// prints an invoice starts and stays as small as without.
import type { PageLanguage } from '../contract/pages.ts'
import type { Amount, Party, Sheet, Totals } from './invoice-sheet.ts'
import { pdfFonts } from './pdf-fonts.ts'
import { FAINT, openPaper, ROOM } from './pdf-paper.ts'
import type { Paper, Words } from './pdf-paper.ts'

const SMALL = 8.5
const PLAIN = 10
const LARGE = 12

export type Printed = { sheet: Sheet; language: PageLanguage; author: string; at: Date }

export async function sheetPdf({ sheet, language, author, at }: Printed): Promise<Buffer> {
  const paper = openPaper({
    fonts: await pdfFonts(),
    direction: language === 'ar' ? 'rtl' : 'ltr',
    language,
    title: `${sheet.title} ${sheet.number}`.replace(/\p{Cf}/gu, ''),
    author,
    at,
  })
  head(paper, sheet)
  if (sheet.stamp !== null) stamp(paper, sheet.stamp)
  parties(paper, sheet.parties)
  if (sheet.goods === null) paper.rule()
  else goods(paper, sheet.goods)
  for (const [index, part] of sheet.totals.entries()) totals(paper, part, index)
  return paper.finish()
}

function head(paper: Paper, { title, number, facts }: Sheet): void {
  const top = paper.y
  const half = ROOM / 2
  paper.write({ text: title, size: 18, weight: 700, at: 0, width: half })
  paper.write({ text: number, size: 13, at: 0, width: half })
  const left = paper.y
  paper.moveTo(top)
  const name = { size: PLAIN, colour: FAINT, at: half + 10, width: 80 }
  const value = { size: PLAIN, at: half + 100, width: half - 100 }
  for (const fact of facts) paper.write({ ...name, text: fact.name }, { ...value, text: fact.fact })
  paper.moveTo(Math.max(left, paper.y) + 8)
  paper.rule({ thickness: 1.5 })
  paper.skip(14)
}

function stamp(paper: Paper, text: string): void {
  paper.box(9, { text, size: LARGE, weight: 700 })
  paper.skip(14)
}

function parties(paper: Paper, both: readonly Party[]): void {
  const top = paper.y
  const width = ROOM / 2 - 12
  const ends = both.map(({ heading, name, lines }, index) => {
    const column = { at: index * (ROOM / 2), width }
    paper.moveTo(top)
    paper.write({ ...column, text: heading, size: SMALL, colour: FAINT })
    paper.write({ ...column, text: name, size: PLAIN, weight: 700 })
    for (const text of lines) paper.write({ ...column, text, size: PLAIN })
    return paper.y
  })
  paper.moveTo(Math.max(top, ...ends) + 18)
}

/** Item, quantity, price, amount. */
const COLUMNS = [
  { at: 0, width: ROOM - 240 },
  { at: ROOM - 230, width: 60 },
  { at: ROOM - 165, width: 75 },
  { at: ROOM - 85, width: 85 },
]

function goods(paper: Paper, { heads, rows }: NonNullable<Sheet['goods']>): void {
  const headed = () => {
    paper.write(...cellsOf(heads, { size: SMALL, colour: FAINT }))
    paper.skip(5)
  }
  headed()
  for (const row of rows) {
    const cells = cellsOf(row, { size: PLAIN })
    if (!paper.hasRoom(paper.heightOf(cells) + 12)) {
      paper.turn()
      headed()
    }
    paper.rule()
    paper.skip(6)
    paper.write(...cells)
    paper.skip(6)
  }
  paper.rule()
}

const cellsOf = (texts: readonly string[], look: Pick<Words, 'size' | 'colour'>): Words[] =>
  COLUMNS.map((column, index) => ({
    ...look,
    ...column,
    text: texts[index] ?? '',
    align: index === 0 ? 'start' : 'end',
  }))

const SUMS = { at: ROOM - 300, width: 300 }
const GAP = 10

function totals(paper: Paper, { note, amounts }: Totals, index: number): void {
  const above = note === null ? [] : [{ ...SUMS, text: note, size: SMALL, colour: FAINT }]
  const rows = amounts.map(sumOf)
  const height = [above, ...rows].reduce((sum, cells) => sum + paper.heightOf(cells) + 3, 2 * GAP)
  if (!paper.hasRoom(height)) paper.turn()
  paper.skip(GAP)
  if (index > 0) {
    paper.rule({ ...SUMS, isDashed: note !== null })
    paper.skip(GAP)
  }
  for (const cells of [above, ...rows]) {
    paper.write(...cells)
    paper.skip(3)
  }
}

const looks = {
  small: { size: SMALL },
  plain: { size: PLAIN },
  bold: { size: PLAIN, weight: 700 },
  large: { size: LARGE, weight: 700 },
} as const

function sumOf({ name, amount, weight }: Amount): Words[] {
  const wide = 110
  return [
    { ...looks[weight], text: name, at: SUMS.at, width: SUMS.width - wide - GAP },
    { ...looks[weight], text: amount, align: 'end', at: ROOM - wide, width: wide },
  ]
}
