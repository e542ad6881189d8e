import sharp from 'sharp'
import { expect, it } from 'vitest'

import { drawFirstLook, FIRST_LOOK_BYTES_MAX } from './first-look.ts'

it('fits into a page whatever was photographed, and fills a card of a phone', async () => {
  for (const sigma of [4, 60]) {
    const drawn = await drawFirstLook(await grain(sigma))
    expect(drawn?.length).toBeLessThanOrEqual(FIRST_LOOK_BYTES_MAX)
    expect(await sharp(drawn!).metadata()).toMatchObject({ width: 400, height: 300 })
  }
})

it('takes the middle of an upright picture, and one with holes in it', async () => {
  const upright = await sharp({
    create: { width: 300, height: 900, channels: 4, background: '#0E5A4380' },
  })
    .png()
    .toBuffer()
  expect(await sharp((await drawFirstLook(upright))!).metadata()).toMatchObject({ height: 300 })
})

/** The larger `sigma`, the less of it can be compressed. */
const grain = (sigma: number) =>
  sharp({
    create: {
      width: 640,
      height: 480,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma },
    },
  })
    .png()
    .toBuffer()
