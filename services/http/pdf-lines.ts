// Lines of text for paper, in any mix of Arabic and Latin letters. The order of what stands in a
// line is the Unicode Bidirectional Algorithm's (UAX 9, `bidi-js`): lines are broken in the order
// of reading, and each is then put in the order of looking. What is handed out is runs: letters of
// one font and one direction, whose forms the font itself chooses and joins.
import bidiFactory from 'bidi-js'

const bidi = bidiFactory()

/** What one call draws, from left to right; without a font it is a gap. */
export type Run = { text: string; font: string | null; width: number }
export type Line = { runs: readonly Run[]; width: number; text: string }

export type Type = {
  direction: 'ltr' | 'rtl'
  /** The font that has the letter. */
  fontOf: (letter: string) => string
  /** Whether it puts letters from right to left by itself. */
  isArabic: (font: string) => boolean
  widthOf: (text: string, font: string) => number
}

/** At least one line; none is wider than `widthMax` unless a single letter is. */
export function linesOf(written: string, type: Type, widthMax: number): Line[] {
  const text = plain(written)
  const levels = bidi.getEmbeddingLevels(text, type.direction)
  const line = (start: number, end: number) => lineOf({ text, levels, start, end }, type)
  const lines: Line[] = []
  let start = 0
  while (start < text.length) {
    const fits = (end: number) => line(start, end).width <= widthMax
    const end = lastThat(fits, wordEnds(text, start)) ?? lastThat(fits, letterEnds(text, start))
    const stop = end ?? letterEnds(text, start)[0] ?? text.length
    lines.push(line(start, stop))
    start = text[stop] === ' ' ? stop + 1 : stop
  }
  return lines.length === 0 ? [{ runs: [], width: 0, text: '' }] : lines
}

/**
 * White space as one space, letters with their accents, and what two halves of a code are needed
 * for, which no font here has, as one sign that stands for it.
 */
const plain = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc} ]+/gu, ' ')
    .replace(/[\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .trim()

function wordEnds(text: string, start: number): number[] {
  const ends: number[] = []
  for (let at = text.indexOf(' ', start + 1); at !== -1; at = text.indexOf(' ', at + 1))
    ends.push(at)
  return [...ends, text.length]
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

const letterEnds = (text: string, start: number): number[] =>
  [...letters.segment(text.slice(start))].map(
    ({ index, segment }) => start + index + segment.length,
  )

/** Of what grows: the last that still does. */
function lastThat(fits: (end: number) => boolean, ends: readonly number[]): number | null {
  let last: number | null = null
  for (const end of ends) {
    if (!fits(end)) break
    last = end
  }
  return last
}

type Stretch = {
  text: string
  levels: ReturnType<typeof bidi.getEmbeddingLevels>
  start: number
  /** Not included. */
  end: number
}

function lineOf(stretch: Stretch, type: Type): Line {
  const { text, levels, start, end } = stretch
  const order = bidi.getReorderedIndices(text, levels, start, end - 1).slice(start, end)
  const mirrored = bidi.getMirroredCharactersMap(text, levels.levels, start, end - 1)
  const parts: Part[] = []
  for (const at of order) {
    const letter = mirrored.get(at) ?? text[at] ?? ''
    const isRightToLeft = (levels.levels[at] ?? 0) % 2 === 1
    const part = { letters: letter, isRightToLeft, ...kindOf(letter, type) }
    const before = parts.at(-1)
    if (before !== undefined && isJoined(before, part, type)) before.letters += letter
    else parts.push(part)
  }
  const runs = parts.filter(({ kind }) => kind !== 'sign').map((part) => runOf(part, type))
  const width = runs.reduce((sum, run) => sum + run.width, 0)
  return { runs, width, text: text.slice(start, end).replace(/\p{Cf}/gu, '') }
}

/** In the order of looking. A sign of direction is not seen; it parts what it stands between. */
type Part = {
  letters: string
  isRightToLeft: boolean
  kind: 'letters' | 'gap' | 'sign'
  font: string
}

function kindOf(letter: string, { fontOf }: Type): Pick<Part, 'kind' | 'font'> {
  if (/\p{Cf}/u.test(letter)) return { kind: 'sign', font: '' }
  if (/\s/.test(letter)) return { kind: 'gap', font: fontOf(' ') }
  return { kind: 'letters', font: fontOf(letter) }
}

/** Arabic digits stand from left to right in a font that would turn them: each is drawn alone. */
const isJoined = (before: Part, { kind, font, isRightToLeft }: Part, { isArabic }: Type): boolean =>
  kind === 'letters' &&
  before.kind === 'letters' &&
  before.font === font &&
  before.isRightToLeft === isRightToLeft &&
  (isRightToLeft || !isArabic(font))

function runOf({ letters: seen, isRightToLeft, kind, font }: Part, type: Type): Run {
  if (kind === 'gap') return { text: ' ', font: null, width: type.widthOf(' ', font) }
  // The font is given what is read, and turns it as it joins it.
  const text = isRightToLeft && type.isArabic(font) ? [...seen].toReversed().join('') : seen
  return { text, font, width: type.widthOf(text, font) }
}
