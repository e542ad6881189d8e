// The picture a messenger shows of a raffle: 1200 × 630, the prize on the left, its words on the
// right. Letters come from the fonts of the machine: pango does not read the shop's own WOFF2.
import sharp from 'sharp'

const WIDTH = 1_200
const HEIGHT = 630
const TEXT_WIDTH = 500
const TEXT_LEFT = 664

export type ShareCard = {
  shopName: string
  name: string
  /** Lines under the name, each already worded: worth, price, date. */
  lines: readonly string[]
  /** Of the prize, in any format sharp reads. */
  picture: Buffer | null
}

export async function drawShareCard(card: ShareCard): Promise<Buffer> {
  const shop = await words(card.shopName, { size: 30, colour: '#F2C14E' })
  const name = await words(card.name, { size: 58, colour: '#F5F6F1', weight: 800 })
  const lines = await Promise.all(
    card.lines.map((line) => words(line, { size: 31, colour: '#DFEEE6' })),
  )
  let top = 70
  const stacked = [shop, name, ...lines].map((input, index) => {
    const placed = { input: input.data, left: TEXT_LEFT, top }
    top += input.info.height + (index < 2 ? 42 : 20)
    return placed
  })
  return sharp(Buffer.from(plate))
    .composite([...(await pictureLayer(card.picture)), ...stacked.filter(fits)])
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer()
}

const fits = ({ top }: { top: number }) => top < HEIGHT - 60

async function pictureLayer(picture: Buffer | null) {
  if (picture === null) return []
  const input = await sharp(picture).resize(600, HEIGHT, { fit: 'cover' }).toBuffer()
  return [{ input, left: 0, top: 0 }]
}

type Look = { size: number; colour: string; weight?: number }

async function words(text: string, { size, colour, weight = 500 }: Look) {
  const plain = text.slice(0, 90).replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return sharp({
    text: {
      text: `<span foreground="${colour}" weight="${weight}">${plain}</span>`,
      font: `sans-serif ${size}`,
      width: TEXT_WIDTH,
      rgba: true,
      dpi: 72,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
}

const plate = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#0E5A43"/>
<stop offset="1" stop-color="#0A4533"/></linearGradient></defs>
<rect width="100%" height="100%" fill="url(#g)"/>
<path d="M610 24V606" stroke="#F2C14E" stroke-width="5" stroke-dasharray="1 15"
 stroke-linecap="round"/></svg>`
