// Photographs without a camera: noise in octaves, most of it in large shapes, which compresses as
// photographs do. Three megabytes each, like what staff upload from a phone.
import sharp from 'sharp'

const WIDTH = 4_000
const HEIGHT = 3_000
const octaves = [
  { cell: 80, sigma: 60 },
  { cell: 20, sigma: 35 },
  { cell: 6, sigma: 16 },
  { cell: 1, sigma: 10 },
] as const

export async function drawPhotograph(): Promise<Buffer> {
  const layers = await Promise.all(
    octaves.map(async (octave) => ({ input: await noise(octave), blend: 'overlay' as const })),
  )
  const ground = await noise({ cell: 300, sigma: 90 })
  return sharp(ground).composite(layers).jpeg({ quality: 93 }).toBuffer()
}

async function noise({ cell, sigma }: { cell: number; sigma: number }): Promise<Buffer> {
  const grain = await sharp({
    create: {
      width: Math.ceil(WIDTH / cell),
      height: Math.ceil(HEIGHT / cell),
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma },
    },
  })
    .png()
    .toBuffer()
  return sharp(grain)
    .resize(WIDTH, HEIGHT, { kernel: 'cubic', fit: 'fill' })
    .png({ compressionLevel: 1 })
    .toBuffer()
}
