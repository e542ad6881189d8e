// The shop's pictures in their smallest form, made beside the selling.
import type { Core } from './core.ts'
import { avifMaker } from './providers/files/avif.ts'

/** Pictures that the shop shows get their AVIF soon after they were uploaded. */
export function pictureSweep({ files, catalogue }: Core, isStopping: () => boolean) {
  const keys = () => [
    ...catalogue.raffles().map(({ image }) => image),
    ...catalogue
      .products()
      .flatMap(({ image, variants }) => [image, ...variants.map((variant) => variant.image)]),
  ]
  return avifMaker({ files, keys: () => keys().filter((key) => key !== null), isStopping })
}
