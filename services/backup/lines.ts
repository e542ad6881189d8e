// Lines out of pieces of UTF-8 that are cut anywhere, one at a time: what has been read and not yet
// asked for is one piece. A line ends by a line feed and by nothing else: JSON escapes that one,
// and leaves the line and paragraph separators of Unicode (U+2028, U+2029) as they are, by which
// node:readline ends a line as well.
const LINE_FEED = 0x0a // never a part of another character

/** Without their line feeds; the last line may lack it. */
export async function* linesIn(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun: Buffer[] = []
  for await (const piece of pieces) {
    let from = 0
    for (;;) {
      const end = piece.indexOf(LINE_FEED, from)
      if (end === -1) break
      yield textOf([...begun, piece.subarray(from, end)])
      begun = []
      from = end + 1
    }
    if (from < piece.length) begun.push(piece.subarray(from))
  }
  if (begun.length > 0) yield textOf(begun)
}

const textOf = (parts: readonly Buffer[]) => Buffer.concat(parts).toString('utf8')
