// The usual sale, read by one pattern: canonical JSON of exactly the fields that section 2 of
// docs/draw-protocol.md names. Whatever the pattern does not take goes to the strict reader, so it
// decides nothing but speed.
export type ScannedIssue = {
  at: string
  channel: 'online' | 'manual'
  first: number
  holderCommit: string
  last: number
  orderCommit: string
  ticketsPerUnit: number
  index: number
  raffle: string
}

/** `text` holds one character for each byte; the entry is `start` … `end - 1`. */
export function scanIssue({
  text,
  start,
  end,
}: {
  text: string
  start: number
  end: number
}): ScannedIssue | null {
  pattern.lastIndex = start
  const match = pattern.exec(text)
  if (match === null || pattern.lastIndex !== end) return null
  return {
    at: match[1]!,
    channel: match[2] as 'online' | 'manual', // the pattern knows no third
    first: Number(match[3]),
    holderCommit: match[4]!,
    last: Number(match[5]),
    orderCommit: match[6]!,
    ticketsPerUnit: Number(match[7]),
    index: Number(match[8]),
    raffle: match[9]!,
  }
}

const digits = '[1-9]\\d{0,9}'
/** 29 February goes to the strict reader. */
const day =
  '\\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\\d|2[0-8])|' +
  '(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)'
const time = '(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}'
const pattern = new RegExp(
  `\\{"at":"(${day}T${time}Z)","data":\\{"channel":"(online|manual)","first":(${digits}),` +
    `"holderCommit":"([0-9a-f]{64})","last":(${digits}),"orderCommit":"([0-9a-f]{64})",` +
    `"ticketsPerUnit":(${digits})\\},"index":(0|${digits}),"raffle":"([0-9A-Za-z-]{1,60})",` +
    `"type":"TicketsIssued","v":1\\}`,
  'y',
)
