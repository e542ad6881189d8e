// What a mail program reads of a message: its subject, its text and its HTML. As much of MIME (RFC
// 2045-2047) as mails of shops use: nested parts, base64, quoted-printable, encoded words in UTF-8.
export type MailParts = { subject: string; text: string; html: string | null }

type Part = { headers: ReadonlyMap<string, string>; body: Buffer }

export function readMailParts(message: Buffer): MailParts {
  const whole = partOf(message)
  const leaves = leavesOf(whole)
  const contentOf = (type: string) => leaves.find((leaf) => typeOf(leaf).startsWith(type))
  const [text, html] = [contentOf('text/plain'), contentOf('text/html')]
  return {
    subject: decodedWords(whole.headers.get('subject') ?? ''),
    text: text === undefined ? '' : decodedBody(text),
    html: html === undefined ? null : decodedBody(html),
  }
}

function partOf(bytes: Buffer): Part {
  const end = bytes.indexOf('\r\n\r\n')
  const head = end < 0 ? bytes : bytes.subarray(0, end)
  const headers = new Map<string, string>()
  // A line that begins with a blank goes on with the one before it.
  for (const line of head
    .toString('utf8')
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
  }
  return { headers, body: end < 0 ? Buffer.alloc(0) : bytes.subarray(end + 4) }
}

const typeOf = ({ headers }: Part) => (headers.get('content-type') ?? 'text/plain').toLowerCase()

const DEPTH_MAX = 5

function leavesOf(part: Part, depth = 0): Part[] {
  const boundary = /boundary="?([^";]+)"?/i.exec(part.headers.get('content-type') ?? '')?.[1]
  if (!typeOf(part).startsWith('multipart/') || boundary === undefined || depth === DEPTH_MAX)
    return [part]
  const pieces = part.body.toString('latin1').split(`--${boundary}`)
  // Before the first boundary and after the last one nothing is meant for the reader.
  return pieces.slice(1, -1).flatMap((piece) => {
    const inner = piece.replace(/^\r\n/, '').replace(/\r\n$/, '')
    return leavesOf(partOf(Buffer.from(inner, 'latin1')), depth + 1)
  })
}

function decodedBody({ headers, body }: Part): string {
  const encoding = (headers.get('content-transfer-encoding') ?? '').toLowerCase()
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body.toString('latin1'), 'base64')
      : encoding === 'quoted-printable'
        ? unquoted(body.toString('latin1').replaceAll(/=\r\n/g, ''))
        : body
  return bytes.toString('utf8').replaceAll('\r\n', '\n')
}

const unquoted = (text: string) =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/gi, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    'latin1',
  )

/** `=?UTF-8?B?…?=`; two of them that only a blank parts are one. */
const decodedWords = (header: string) =>
  header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, kind: string, word: string) =>
      (kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64')
        : unquoted(word.replaceAll('_', ' '))
      ).toString('utf8'),
    )
