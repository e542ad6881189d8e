// Pictures for the demo shop: line art in the manner of banknotes, drawn from a seed, so that the
// shop needs no stock photographs. Each is a real JPEG, uploaded the way an admin uploads one.
import sharp from 'sharp'

export type Glyph = keyof typeof glyphs

export type Artwork = { seed: string; glyph: Glyph; plate: keyof typeof plates }

const plates = {
  cedar: ['#0E5A43', '#0A4533'],
  sea: ['#164C63', '#0F3547'],
  wine: ['#7A1F33', '#561424'],
  night: ['#14231D', '#0B1310'],
  saffron: ['#8A5A00', '#5E3D00'],
} as const

/** Strokes on a 200 × 200 field, one object a kind. */
const glyphs = {
  watch:
    'M72 66h56a14 14 0 0 1 14 14v40a14 14 0 0 1-14 14H72a14 14 0 0 1-14-14V80a14 14 0 0 1 14-14zM76 66l6-30h36l6 30M76 134l6 30h36l6-30M100 82v20l14 8',
  trip: 'M40 128l30-6 28 14 60-58c8-8 20-6 18 2-1 6-6 10-10 14l-56 54-48 6zM84 112L52 84l12-4 44 18M60 160h90',
  phone:
    'M70 30h60a12 12 0 0 1 12 12v116a12 12 0 0 1-12 12H70a12 12 0 0 1-12-12V42a12 12 0 0 1 12-12zM88 42h24M92 158h16',
  laptop: 'M52 52h96a8 8 0 0 1 8 8v66H44V60a8 8 0 0 1 8-8zM28 138h144l-8 12H36zM84 138h32',
  car: 'M32 116l14-8 18-30h58l26 30 22 8v24H32zM56 140a14 14 0 1 0 28 0a14 14 0 1 0-28 0M122 140a14 14 0 1 0 28 0a14 14 0 1 0-28 0M70 108h70',
  game: 'M62 74h76c24 0 36 66 22 70-12 4-20-22-32-22H72c-12 0-20 26-32 22-14-4-2-70 22-70zM70 90v20M60 100h20M124 94h.1M136 104h.1',
  gold: 'M100 44a56 56 0 1 0 .1 0zM100 60a40 40 0 1 0 .1 0M100 78v44M86 90c0-14 28-14 28 0s-28 6-28 20 28 14 28 0',
  home: 'M36 104l64-56 64 56M52 92v66h96V92M86 158v-40h28v40',
  bike: 'M34 128a24 24 0 1 0 48 0a24 24 0 1 0-48 0M118 128a24 24 0 1 0 48 0a24 24 0 1 0-48 0M58 128l22-50h44l18 50M80 78l22 50h-44M72 70h18M124 78l-6-16h16',
  book: 'M44 56c20-8 40-6 56 6v92c-16-12-36-14-56-6zM156 56c-20-8-40-6-56 6v92c16-12 36-14 56-6z',
  bottle:
    'M88 32h24v28c14 8 18 20 18 36v68a8 8 0 0 1-8 8H78a8 8 0 0 1-8-8V96c0-16 4-28 18-36zM70 108h60M70 146h60',
  shirt: 'M74 42l26 12 26-12 38 26-16 26-16-8v74H68V86l-16 8-16-26z',
  cup: 'M54 66h80v50a40 40 0 0 1-80 0zM134 78c28-6 28 36-4 36M50 166h88M76 50c-6-8 6-10 0-18M100 50c-6-8 6-10 0-18',
  bag: 'M52 78h96l10 88H42zM74 90V66a26 26 0 0 1 52 0v24',
  candle: 'M78 82h44v84H78zM100 82V66M100 34c14 14 10 30 0 32-10-2-14-18 0-32M62 166h76',
  soap: 'M48 96h104a14 14 0 0 1 14 14v24a14 14 0 0 1-14 14H48a14 14 0 0 1-14-14v-24a14 14 0 0 1 14-14zM70 122h60M84 70a8 8 0 1 0 .1 0M112 58a12 12 0 1 0 .1 0',
} as const

/** In pixels. */
export type PictureSize = { width: number; height: number }

/** For who needs a picture and does not look at it: the AVIF of a large one takes seconds. */
export const tinyPicture: PictureSize = { width: 80, height: 60 }

/** JPEG bytes of an artwork. */
export async function drawArtwork(
  artwork: Artwork,
  { width, height }: PictureSize = { width: 1600, height: 1200 },
): Promise<Buffer> {
  const svg = artworkSvg(artwork, { width, height })
  return sharp(Buffer.from(svg)).jpeg({ quality: 86 }).toBuffer()
}

export function artworkSvg(
  { seed, glyph, plate }: Artwork,
  { width, height }: { width: number; height: number },
): string {
  const [from, to] = plates[plate]
  const foil = plate === 'night' ? '#6FD3AD' : '#F2C14E'
  const random = generator(seed)
  const radius = Math.min(width, height) * 0.4
  const rings = [1, 0.78, 0.56].map((share) => ring(radius * share, random))
  const centre = `translate(${width / 2} ${height / 2})`
  const scale = (radius * 0.86) / 100

  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><linearGradient id="p" x1="0" y1="0" x2="1" y2="1">
<stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>
<radialGradient id="v"><stop offset="0.35" stop-color="${to}" stop-opacity="0.92"/>
<stop offset="1" stop-color="${to}" stop-opacity="0"/></radialGradient></defs>
<rect width="100%" height="100%" fill="url(#p)"/>
${waves({ width, height, foil, random })}
<g transform="${centre}" fill="none" stroke="${foil}" stroke-width="${width / 1100}">
${rings.map((path) => turned(path)).join('\n')}</g>
<circle cx="${width / 2}" cy="${height / 2}" r="${radius * 0.62}" fill="url(#v)"/>
<g transform="${centre} scale(${scale}) translate(-100 -100)" fill="none" stroke="${foil}"
 stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"><path d="${glyphs[glyph]}"/></g>
</svg>`
}

/** r = R + a·sin(kt) + b·sin(mkt): the curve a rose engine cuts. */
function ring(radius: number, random: () => number): string {
  const k = 5 + Math.floor(random() * 7)
  const m = 2 + Math.floor(random() * 3)
  const a = radius * (0.1 + random() * 0.1)
  const b = radius * (0.03 + random() * 0.05)
  const points: string[] = []
  for (let step = 0; step <= 360; step++) {
    const t = (step / 180) * Math.PI
    const r = radius + a * Math.sin(k * t) + b * Math.sin(m * k * t)
    points.push(`${(r * Math.cos(t)).toFixed(1)} ${(r * Math.sin(t)).toFixed(1)}`)
  }
  return `M${points.join('L')}Z`
}

function turned(path: string): string {
  return Array.from(
    { length: 7 },
    (_, turn) => `<path d="${path}" transform="rotate(${turn * 4.1})" opacity="0.62"/>`,
  ).join('')
}

function waves({
  width,
  height,
  foil,
  random,
}: {
  width: number
  height: number
  foil: string
  random: () => number
}): string {
  const amplitude = height * (0.02 + random() * 0.02)
  const length = width / (2 + random() * 2)
  const lines: string[] = []
  for (let y = -20; y < height + 20; y += height / 46) {
    const points: string[] = []
    for (let x = 0; x <= width; x += width / 60)
      points.push(`${x.toFixed(0)} ${(y + amplitude * Math.sin(x / length + y / 90)).toFixed(1)}`)
    lines.push(`<path d="M${points.join('L')}"/>`)
  }
  return `<g fill="none" stroke="${foil}" stroke-width="1" opacity="0.13">${lines.join('')}</g>`
}

/** FNV-1a of the seed, then xorshift: the same seed draws the same picture. */
function generator(seed: string): () => number {
  let state = 0x811c9dc5
  for (const byte of Buffer.from(seed)) state = Math.imul(state ^ byte, 0x01000193) >>> 0
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 0x100000000
  }
}
