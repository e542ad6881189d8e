// The picture a messenger shows of a raffle: 1200 × 630, the prize first, its words after
// it. Letters come from the fonts of the machine: pango does not read the shop's own WOFF2.
import sharp from 'sharp'

const WIDTH = 1_200
const HEIGHT = 630
const TEXT_WIDTH = 500
const TEXT_LEFT = 664
const PICTURE_WIDTH = 600
const TEAR = 610
const MARGIN = 60
/** Letters; such a name takes three lines or more. */
const LONG_NAME = 28

export type ShareCard = {
  shopName: string
  name: string
  /** Lines under the name, each already worded: worth, price, date. */
  lines: readonly string[]
  /** Of the prize, in any format sharp reads; null: the shop's own line art. */
  picture: Buffer | null
  /** Arabic: the card is mirrored. */
  isRightToLeft: boolean
}

export async function drawShareCard(card: ShareCard): Promise<Buffer> {
  const { shopName, name, lines, isRightToLeft } = card
  const blocks = await Promise.all([
    words(shopName, { size: 30, colour: '#F2C14E', isRightToLeft }),
    words(name, {
      size: name.length > LONG_NAME ? 48 : 58,
      colour: '#F5F6F1',
      weight: 800,
      isRightToLeft,
    }),
    ...lines.map((line) => words(line, { size: 31, colour: '#DFEEE6', isRightToLeft })),
  ])
  return sharp(Buffer.from(plate(isRightToLeft ? WIDTH - TEAR : TEAR)))
    .composite([await pictureLayer(card), ...stacked(blocks, isRightToLeft)])
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer()
}

type Written = Awaited<ReturnType<typeof words>>

/** One under the other, in the middle of their half of the card. */
function stacked(blocks: readonly Written[], isRightToLeft: boolean) {
  const gaps = blocks.map((_, index) => (index < 2 ? 38 : 20))
  const heights = blocks.map(({ info }, index) => info.height + (gaps[index] ?? 0))
  const whole = heights.reduce((sum, height) => sum + height, -(gaps.at(-1) ?? 0))
  let top = Math.max(MARGIN, Math.round((HEIGHT - whole) / 2))
  const placed = blocks.map(({ data, info }, index) => {
    const at = {
      input: data,
      left: isRightToLeft ? WIDTH - TEXT_LEFT - info.width : TEXT_LEFT,
      top,
    }
    top += heights[index] ?? 0
    return { ...at, bottom: at.top + info.height }
  })
  return placed.filter(({ bottom }) => bottom <= HEIGHT - MARGIN)
}

async function pictureLayer({ picture, isRightToLeft }: ShareCard) {
  const input =
    picture === null
      ? Buffer.from(lineArt)
      : await sharp(picture).resize(PICTURE_WIDTH, HEIGHT, { fit: 'cover' }).toBuffer()
  return { input, left: isRightToLeft ? WIDTH - PICTURE_WIDTH : 0, top: 0 }
}

type Look = { size: number; colour: string; weight?: number; isRightToLeft: boolean }

/** Pango turns left into right in a paragraph that begins with this mark. */
const RIGHT_TO_LEFT_MARK = '\u200f'

async function words(text: string, { size, colour, weight = 500, isRightToLeft }: Look) {
  const plain = text.slice(0, 90).replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return sharp({
    text: {
      text:
        (isRightToLeft ? RIGHT_TO_LEFT_MARK : '') +
        `<span foreground="${colour}" weight="${weight}">${plain}</span>`,
      font: `sans-serif ${size}`,
      width: TEXT_WIDTH,
      rgba: true,
      dpi: 72,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
}

const plate = (
  tear: number,
) => `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#0E5A43"/>
<stop offset="1" stop-color="#0A4533"/></linearGradient></defs>
<rect width="100%" height="100%" fill="url(#g)"/>
<path d="M${tear} 24V606" stroke="#F2C14E" stroke-width="5" stroke-dasharray="1 15"
 stroke-linecap="round"/></svg>`

/** The shop's mark, large: ellipses turned around one middle, as an engraver would. */
const turned = ({ count, rx, ry }: { count: number; rx: number; ry: number }) =>
  Array.from(
    { length: count },
    (_, index) => `<ellipse rx="${rx}" ry="${ry}" transform="rotate(${(index * 180) / count})"/>`,
  ).join('')

const lineArt = `<svg xmlns="http://www.w3.org/2000/svg"
 width="${PICTURE_WIDTH}" height="${HEIGHT}">
<g transform="translate(${PICTURE_WIDTH / 2} ${HEIGHT / 2})" fill="none" stroke="#F2C14E">
<g stroke-width="1.2" opacity=".55">${turned({ count: 18, rx: 250, ry: 96 })}</g>
<g stroke-width="1.6">${turned({ count: 9, rx: 150, ry: 44 })}</g></g></svg>`
