// The certificate that goes with a bundle: one page for the printer, in three languages, without a
// script. It follows from the log alone, so that the verifier can write it anew and compare; names
// of people are written on it by hand.
import { certificateWords, type CertificateWords } from './certificate-words.ts'
import type { Draw, Story } from './story.ts'

/** 2 tells also who gave the licence, and on which day. */
export const certificateLayouts = [1, 2] as const
export type CertificateLayout = (typeof certificateLayouts)[number]

/** Another layout gets another number: what was printed once must stay comparable. */
export const certificateMark = (layout: CertificateLayout): string =>
  `<!doctype html>\n<!-- raffle-draw/v1 certificate ${layout} -->\n`

/** Terms that say no more of the licence than its number have the page they always had. */
function layoutOf({ published }: Pick<Story, 'published'>): CertificateLayout {
  const terms = published?.data
  return terms?.licenceAuthority === undefined && terms?.licenceDate === undefined ? 1 : 2
}

type Told = Pick<Story, 'published' | 'draws' | 'issued'>

export function certificateHtml(story: Told, layout = layoutOf(story)): string {
  const sheets = certificateWords.map((words) => sheet({ ...story, layout }, words)).join('')
  return `${certificateMark(layout)}<html lang="ar">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${escape(story.published?.data.raffleNumber ?? '')}</title>
<style>${style}</style>
</head>
<body>
${sheets}</body>
</html>
`
}

const style = `
body{margin:0;background:#f4f1ea;color:#1c2321;font:15px/1.5 system-ui,sans-serif}
section{max-width:46rem;margin:1.5rem auto;padding:2rem;background:#fff;border:1px solid #c9c2b2}
h1{font-size:1.7rem;margin:0 0 .5rem}h2{font-size:1.1rem;margin:1.5rem 0 .5rem}
dl{display:grid;grid-template-columns:11rem 1fr;gap:.3rem 1rem;margin:0}
dt{color:#5c635f}dd{margin:0;overflow-wrap:anywhere}
bdi,code{unicode-bidi:isolate}code{font:13px/1.5 ui-monospace,monospace}
.win{font-size:1.6rem;font-weight:700}.demo{padding:.6rem 1rem;background:#fdeecb}
.sign{display:grid;grid-template-columns:repeat(3,1fr);gap:2rem;margin-top:3rem}
.sign span{border-top:1px solid;padding-top:.3rem;min-height:3rem}
@media(max-width:34rem){dl{grid-template-columns:1fr}dd{margin-bottom:.4rem}}
@media print{body{background:#fff}section{margin:0;border:0;page-break-after:always}}
`

type Sheet = Told & { layout: CertificateLayout }

function sheet({ published, draws, issued, layout }: Sheet, words: CertificateWords): string {
  if (published === null) return ''
  const { raffleNumber, licenceNumber, prize, environment } = published.data
  const { licenceAuthority, licenceDate } = published.data
  const direction = words.language === 'ar' ? 'rtl' : 'ltr'
  const facts = rows([
    [words.raffle, raffleNumber],
    [words.licence, licenceNumber],
    [words.authority, layout === 1 ? undefined : licenceAuthority],
    [words.licenceDate, layout === 1 ? undefined : licenceDate],
    [words.prize, prize],
    [words.issued, String(issued)],
  ])
  const body =
    draws.length === 0
      ? `<p>${words.notDrawn}</p>\n`
      : draws.map((draw) => drawSection(draw, words)).join('')
  const warning = environment === 'demo' ? `<p class="demo">${words.demo}</p>\n` : ''
  return `<section lang="${words.language}" dir="${direction}">
<h1>${words.title}</h1>
${warning}${facts}${body}<p>${words.check}</p>
<div class="sign"><span>${words.signatures}</span><span></span><span></span></div>
</section>
`
}

function drawSection(draw: Draw, words: CertificateWords): string {
  const { seal, entropy, reveal, beacon, completed, ends } = draw
  const { data } = seal
  const ended = ends.map(({ type, at }) => ` — ${words.ended[type]} ${at}`).join('')
  const facts = rows([
    [words.valid, String(data.validCount)],
    [words.sealed, seal.at],
    [words.drawAt, data.drawAt],
    [words.registerRoot, data.registerRoot],
    [words.entropy, entropy?.data.entropy],
    [words.office, entropy?.data.representative.office],
    [words.seed, reveal?.data.seed],
    [words.round, beacon === null ? undefined : String(beacon.data.round)],
    [words.signature, beacon?.data.signature],
    [words.prk, completed?.data.prk],
  ])
  const result =
    completed === null
      ? `<p>${words.notDrawn}</p>\n`
      : numbersOf(draw, completed.data.numbers, words)
  const heading = `${words.draw} <bdi>${escape(data.drawId)}</bdi>${ended}`
  return `<h2>${heading}</h2>\n<p>${words.mode[data.mode]}</p>\n${facts}${result}`
}

function numbersOf(draw: Draw, numbers: readonly number[], words: CertificateWords): string {
  const items = numbers.map((number, place) => {
    const moves = draw.prizes
      .filter(({ data }) => data.place === place)
      .map(({ type, at }) => ` — ${words.now[moveOf[type]]} ${at}`)
      .join('')
    const label = place === 0 ? words.winner : `${words.reserve} ${place}`
    const size = place === 0 ? ' class="win"' : ''
    return `<dt>${label}</dt><dd${size}><bdi>${number}</bdi>${moves}</dd>\n`
  })
  return `<dl>\n${items.join('')}</dl>\n`
}

const moveOf = {
  PrizeForfeited: 'forfeited',
  PrizePromoted: 'promoted',
  PrizeDelivered: 'delivered',
} as const

function rows(list: readonly (readonly [label: string, value: string | undefined])[]): string {
  const lines = list
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([label, value]) => `<dt>${label}</dt><dd><code>${escape(value!)}</code></dd>\n`)
  return `<dl>\n${lines.join('')}</dl>\n`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character]!)
