// Sheets of paper that are written from above to below, with sides that change places in Arabic:
// whoever writes speaks of the start and the end of a line, and only here is a left and a right.
// Lengths are points, 72 an inch.
import PDFDocument from 'pdfkit'

import { isArabicFont } from './pdf-fonts.ts'
import type { FontWeight, PdfFonts } from './pdf-fonts.ts'
import { linesOf } from './pdf-lines.ts'
import type { Line, Type } from './pdf-lines.ts'

/** A4, with as much room around as the pages leave when they are printed. */
const WIDTH = 595.28
const HEIGHT = 841.89
const MARGIN = 40
/** For the number of the page, where there is more than one. */
const FOOT = 18
export const ROOM = WIDTH - 2 * MARGIN

const LINE_HEIGHT = 1.45
/** Of the height of a line, from above to where letters stand. */
const BASELINE = 0.72

export const INK = '#000000'
export const FAINT = '#555555'

export type Words = {
  text: string
  size: number
  weight?: FontWeight
  colour?: string
  align?: 'start' | 'end'
  /** From the start of the room, and how wide. */
  at: number
  width: number
}

export type Paper = ReturnType<typeof openPaper>

export type PaperNeeds = {
  fonts: PdfFonts
  direction: 'ltr' | 'rtl'
  language: string
  title: string
  author: string
  /** Stands in the file: one of the same sheet has the same bytes. */
  at: Date
}

export function openPaper({ fonts, direction, language, title, author, at }: PaperNeeds) {
  const document = new PDFDocument({
    size: [WIDTH, HEIGHT],
    margin: 0,
    font: '', // none of its own: they have no Arabic
    lang: language,
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Author: author, Producer: 'Qura', Creator: 'Qura', CreationDate: at },
  })
  for (const [name, file] of fonts.files) document.registerFont(name, file)
  const bytes = bytesOf(document)
  let y = MARGIN

  function typeOf({ size, weight = 400 }: Pick<Words, 'size' | 'weight'>): Type {
    return {
      direction,
      fontOf: (letter) => fonts.fontOf(letter, weight),
      isArabic: isArabicFont,
      widthOf: (text, font) => document.font(font).fontSize(size).widthOfString(text),
    }
  }

  const laidOut = (cells: readonly Words[]) =>
    cells.map((cell) => {
      const lines = linesOf(cell.text, typeOf(cell), cell.width)
      return { cell, lines, height: lines.length * cell.size * LINE_HEIGHT }
    })

  const heightOf = (cells: readonly Words[]): number =>
    Math.max(0, ...laidOut(cells).map(({ height }) => height))

  function draw(line: Line, { size, colour = INK, align = 'start', at: start, width }: Words) {
    const [left, slack] = [placeOf(start, width), width - line.width]
    let x = (direction === 'rtl') === (align === 'start') ? left + slack : left
    // For who copies or searches: the line as it is read.
    document.markContent('Span', { actual: line.text })
    for (const { text, font, width: wide } of line.runs) {
      if (font !== null) {
        document.font(font).fontSize(size).fillColor(colour)
        document.text(text, x, y + size * LINE_HEIGHT * BASELINE, onLine)
      }
      x += wide
    }
    document.endMarkedContent()
  }

  const placeOf = (start: number, width: number): number =>
    direction === 'rtl' ? WIDTH - MARGIN - start - width : MARGIN + start

  /** Cells beside each other; the next stand below the longest of them. */
  function write(...cells: readonly Words[]): void {
    const top = y
    const laid = laidOut(cells)
    for (const { cell, lines } of laid) {
      y = top
      for (const line of lines) {
        draw(line, cell)
        y += cell.size * LINE_HEIGHT
      }
    }
    y = top + Math.max(0, ...laid.map(({ height }) => height))
  }

  function rule({ at: start = 0, width = ROOM, thickness = 0.75, isDashed = false } = {}): void {
    const left = placeOf(start, width)
    document.lineWidth(thickness).strokeColor(INK)
    if (isDashed) document.dash(3, { space: 3 })
    document
      .moveTo(left, y)
      .lineTo(left + width, y)
      .stroke()
      .undash()
  }

  /** Around what is written in it. */
  function box(padding: number, cell: Omit<Words, 'at' | 'width'>): void {
    const inside = { ...cell, at: padding, width: ROOM - 2 * padding }
    const height = heightOf([inside]) + 2 * padding
    document.lineWidth(1.5).strokeColor(INK)
    document.rect(MARGIN, y, ROOM, height).stroke()
    y += padding
    write(inside)
    y += padding
  }

  return {
    write,
    rule,
    box,
    heightOf,
    skip: (points: number) => void (y += points),
    /** Where a column ended and the one beside it begins. */
    get y() {
      return y
    },
    moveTo: (to: number) => void (y = to),
    hasRoom: (height: number) => y + height <= HEIGHT - MARGIN - FOOT,
    turn() {
      document.addPage()
      y = MARGIN
    },
    async finish(): Promise<Buffer> {
      const { count } = document.bufferedPageRange()
      for (let page = 0; count > 1 && page < count; page += 1) {
        document.switchToPage(page)
        y = HEIGHT - MARGIN - FOOT / 2
        const text = `\u2066${page + 1} / ${count}\u2069`
        write({ text, size: 8, colour: FAINT, align: 'end', at: 0, width: ROOM })
      }
      document.end()
      return bytes
    },
  }
}

/** Each run stands where it was counted to stand. */
const onLine = { lineBreak: false, baseline: 'alphabetic' } as const

function bytesOf(document: PDFKit.PDFDocument): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const pieces: Buffer[] = []
  document.on('data', (piece: Buffer) => pieces.push(piece))
  document.on('end', () => resolve(Buffer.concat(pieces)))
  document.on('error', reject)
  return promise
}
