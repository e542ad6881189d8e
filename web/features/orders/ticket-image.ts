// The tickets of one raffle as a picture to send to a friend: drawn on a canvas in this browser, by
// the same hand as the plates of the shop. Nothing in it tells who holds them.
import { fnv1a, rosette, ROSETTE_GRID } from '../../lib/guilloche.ts'
import { ticketLabel, ticketRanges } from '../../lib/ticket-ranges.ts'

export type TicketPicture = {
  raffleId: string
  raffleName: string
  prize: string
  numbers: readonly string[]
  shopName: string
  /** Where to look: the shop's host. */
  address: string
  lead: string
  count: string
  foot: string
  direction: 'ltr' | 'rtl'
}

const WIDTH = 1080
const HEIGHT = 1350
const MARGIN = 72
const CARD_TOP = 170
const STUB_TOP = 780
const CARD_BOTTOM = 1190
const INDENT = 56
const RADIUS = 44
const RUNS_MAX = 3
const SERIAL = '"JetBrains Mono", ui-monospace, Menlo, Consolas, monospace'
const BODY = '"Alexandria Variable", system-ui, sans-serif'
const paper = '#F5F6F1'
const ink = '#10201A'
const foil = '#F2C14E'
const plates = [
  ['#0E5A43', '#0A4533'],
  ['#164C63', '#0F3547'],
  ['#7A1F33', '#561424'],
  ['#14231D', '#0B1310'],
] as const

export async function ticketImage(picture: TicketPicture): Promise<File> {
  await document.fonts.ready
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser draws no pictures')
  pen.direction = picture.direction
  drawPaper(pen, picture)
  drawPlate(pen, picture)
  drawTear(pen)
  drawStub(pen, picture)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('the picture could not be encoded')
  return new File([blob], 'tickets.png', { type: 'image/png' })
}

type Pen = CanvasRenderingContext2D

function drawPaper(pen: Pen, { shopName, address, lead, foot, direction }: TicketPicture): void {
  pen.fillStyle = paper
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  const start = direction === 'rtl' ? WIDTH - MARGIN : MARGIN
  const end = direction === 'rtl' ? MARGIN : WIDTH - MARGIN
  write(pen, shopName, { x: start, y: 112, size: 52, weight: 750, colour: '#0E5A43' })
  write(pen, lead, { x: end, y: 108, size: 30, weight: 500, colour: '#3F4E46', align: 'end' })
  write(pen, foot, { x: start, y: 1258, size: 28, weight: 500, colour: '#3F4E46' })
  write(pen, address, { x: end, y: 1258, size: 28, weight: 650, colour: '#0E5A43', align: 'end' })
}

function drawPlate(pen: Pen, picture: TicketPicture): void {
  const { raffleId, raffleName, prize, direction } = picture
  const [from, to] = plates[fnv1a(raffleId) % plates.length] ?? plates[0]
  const lines = wrapped(pen, raffleName, WIDTH - 2 * (MARGIN + INDENT)).slice(0, 3)
  pen.save()
  ticketShape(pen)
  pen.shadowColor = 'rgba(16,32,26,.22)'
  pen.shadowBlur = 48
  pen.shadowOffsetY = 20
  pen.fillStyle = '#FFFFFF'
  pen.fill()
  pen.shadowColor = 'transparent'
  pen.clip()
  const shade = pen.createLinearGradient(0, CARD_TOP, WIDTH, STUB_TOP)
  shade.addColorStop(0, from)
  shade.addColorStop(1, to)
  pen.fillStyle = shade
  pen.fillRect(0, CARD_TOP, WIDTH, STUB_TOP - CARD_TOP)
  drawRosette(pen, raffleId, {
    x: direction === 'rtl' ? 260 : WIDTH - 260,
    scale: 4.1 - 1.2 * (lines.length - 1), // the widest ends above the name
  })
  pen.restore()

  const x = direction === 'rtl' ? WIDTH - MARGIN - INDENT : MARGIN + INDENT
  write(pen, prize, { x, y: STUB_TOP - 70, size: 40, weight: 650, colour: foil })
  lines.forEach((line, index) =>
    write(pen, line, {
      x,
      y: STUB_TOP - 150 - (lines.length - 1 - index) * 84,
      size: 72,
      weight: 750,
      colour: paper,
    }),
  )
}

function drawRosette(pen: Pen, seed: string, { x, scale }: { x: number; scale: number }): void {
  const { path, petals } = rosette(seed)
  const line = new Path2D(path)
  const turns = 4
  pen.save()
  pen.translate(x, CARD_TOP + 160)
  pen.scale(scale / ROSETTE_GRID, scale / ROSETTE_GRID)
  pen.strokeStyle = foil
  pen.lineWidth = 0.4 * ROSETTE_GRID
  pen.globalAlpha = 0.62
  for (let turn = 0; turn < turns; turn += 1) {
    pen.stroke(line)
    pen.rotate((2 * Math.PI) / petals / turns)
  }
  pen.restore()
}

function drawTear(pen: Pen): void {
  pen.strokeStyle = '#D8DDD0'
  pen.lineWidth = 4
  pen.setLineDash([16, 14])
  pen.beginPath()
  pen.moveTo(MARGIN + 44, STUB_TOP)
  pen.lineTo(WIDTH - MARGIN - 44, STUB_TOP)
  pen.stroke()
  pen.setLineDash([])
}

function drawStub(pen: Pen, { numbers, count, direction }: TicketPicture): void {
  const runs = ticketRanges(numbers)
  const shown = runs.slice(0, RUNS_MAX)
  const [left, right] = [MARGIN + INDENT, WIDTH - MARGIN - INDENT]
  const [start, end] = direction === 'rtl' ? [right, left] : [left, right]
  const top = STUB_TOP + (RUNS_MAX - shown.length) * 44 // a few stand in the middle of the stub
  write(pen, count, { x: start, y: top + 84, size: 36, weight: 500, colour: '#3F4E46' })
  pen.save()
  pen.direction = 'ltr' // serials read from the left in every language
  shown.forEach(({ first, last, count: length }, index) => {
    const text = length === 1 ? ticketLabel(first) : `${ticketLabel(first)} – ${ticketLabel(last)}`
    write(pen, text, {
      x: start,
      y: top + 190 + index * 92,
      size: shown.length === 1 ? 74 : 64,
      weight: 700,
      colour: ink,
      font: SERIAL,
      align: direction === 'rtl' ? 'right' : 'left',
      widthMax: right - left,
    })
  })
  if (runs.length > RUNS_MAX)
    write(pen, `+ ${runs.length - RUNS_MAX}`, {
      x: end,
      y: top + 84,
      size: 36,
      weight: 650,
      colour: ink,
      align: direction === 'rtl' ? 'left' : 'right',
    })
  pen.restore()
}

/** A rounded card with a notch on either side, where it is torn. */
function ticketShape(pen: Pen): void {
  const [left, right] = [MARGIN, WIDTH - MARGIN]
  const notch = 26
  pen.beginPath()
  pen.moveTo(left + RADIUS, CARD_TOP)
  pen.arcTo(right, CARD_TOP, right, CARD_BOTTOM, RADIUS)
  pen.lineTo(right, STUB_TOP - notch)
  pen.arc(right, STUB_TOP, notch, -Math.PI / 2, Math.PI / 2, true)
  pen.arcTo(right, CARD_BOTTOM, left, CARD_BOTTOM, RADIUS)
  pen.arcTo(left, CARD_BOTTOM, left, CARD_TOP, RADIUS)
  pen.lineTo(left, STUB_TOP + notch)
  pen.arc(left, STUB_TOP, notch, Math.PI / 2, -Math.PI / 2, true)
  pen.arcTo(left, CARD_TOP, right, CARD_TOP, RADIUS)
  pen.closePath()
}

type Written = {
  x: number
  y: number
  size: number
  weight: number
  colour: string
  font?: string
  align?: CanvasTextAlign
  widthMax?: number
}

function write(pen: Pen, text: string, how: Written): void {
  const { x, y, size, weight, colour, font = BODY, align = 'start' } = how
  const { widthMax = WIDTH - 2 * MARGIN } = how
  pen.font = `${weight} ${size}px ${font}`
  pen.fillStyle = colour
  pen.textAlign = align
  pen.fillText(text, x, y, widthMax)
}

function wrapped(pen: Pen, text: string, widthMax: number): string[] {
  pen.font = `750 72px ${BODY}`
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length > 0 && pen.measureText(longer).width <= widthMax)
      lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Handed to the phone's own share sheet where there is one, else saved as a file. */
export async function shareImage(file: File, text: string): Promise<'shared' | 'saved'> {
  if (navigator.canShare?.({ files: [file] }) === true) {
    await navigator.share({ files: [file], text }).catch((error: unknown) => {
      // Closing the sheet is no failure.
      if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error
    })
    return 'shared'
  }
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
  return 'saved'
}
