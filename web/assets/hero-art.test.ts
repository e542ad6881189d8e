import { expect, it } from 'vitest'

import { desktopBanner, drawBanner, mobileBanner } from './hero-art.ts'

it('draws the banners that are committed', async () => {
  await expect(drawBanner(desktopBanner)).toMatchFileSnapshot('hero-desktop.svg')
  await expect(drawBanner(mobileBanner)).toMatchFileSnapshot('hero-mobile.svg')
})
