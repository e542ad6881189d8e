// What a PDF shows, by a reader that has not made it (pdf.js): the letters its fonts say they draw,
// run by run and each where it stands. A glyph of several letters, as Arabic has, is whole.
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import * as z from 'zod/mini'

/** Points from the left and from above; Arabic letters in the order of reading. */
export type SeenRun = { text: string; left: number; right: number; top: number }
/** What was drawn as one line, from left to right. */
export type SeenLine = readonly SeenRun[]

const matrix = z.tuple([z.looseObject({ 4: z.number(), 5: z.number() })])
const font = z.tuple([z.string(), z.number()])
const glyphs = z.tuple([
  z.array(z.union([z.number(), z.looseObject({ unicode: z.string(), width: z.number() })])),
])

export async function linesOfPdf(bytes: Uint8Array): Promise<SeenLine[][]> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const { OPS } = await getResolvedPDFJS()
  const pages: SeenLine[][] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const { height } = page.getViewport({ scale: 1 })
    const { fnArray, argsArray } = await page.getOperatorList()
    const lines: Drawn[][] = []
    let size = 0
    for (const [index, operator] of fnArray.entries()) {
      const drawn: unknown = argsArray[index]
      const run = lines.at(-1)?.at(-1)
      if (operator === OPS.beginMarkedContentProps) lines.push([])
      if (operator === OPS.beginText) lines.at(-1)?.push({ left: null, top: 0, size, glyphs: [] })
      if (operator === OPS.setFont) size = font.parse(drawn)[1]
      if (operator === OPS.setTextMatrix && run?.left === null) {
        const [{ 4: left, 5: above }] = matrix.parse(drawn)
        Object.assign(run, { left, top: height - above })
      }
      if (operator === OPS.showText && run !== undefined) {
        run.size = size
        run.glyphs.push(...glyphs.parse(drawn)[0].filter((part) => typeof part !== 'number'))
      }
    }
    pages.push(lines.map((line) => line.map(seenRun)))
  }
  return pages
}

/** An accent is moved apart from its letter: one run is drawn in several strokes. */
type Drawn = {
  left: number | null
  top: number
  size: number
  glyphs: { unicode: string; width: number }[]
}

function seenRun({ left, top, size, glyphs: drawn }: Drawn): SeenRun {
  const letters = drawn.map(({ unicode }) => unicode)
  const text = /\p{Script=Arabic}/u.test(letters.join('')) ? letters.toReversed() : letters
  const width = drawn.reduce((sum, glyph) => sum + glyph.width, 0) * (size / 1000)
  return { text: text.join(''), left: left ?? 0, right: (left ?? 0) + width, top }
}

/** All of it, a space between runs. */
export async function textOfPdf(bytes: Uint8Array): Promise<string> {
  const pages = await linesOfPdf(bytes)
  return pages
    .flat()
    .map((line) => line.map(({ text }) => text).join(' '))
    .join('\n')
}

/** Every letter that is seen, sorted: the same for two sheets that say the same in other places. */
export const lettersOf = (text: string): string =>
  [...text.normalize('NFC').replace(/[\s\p{Cf}]/gu, '')].toSorted().join('')
