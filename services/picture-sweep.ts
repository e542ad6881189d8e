// The shop's pictures in their smallest form, made beside the selling.
import type { Core } from './core.ts'
import { pictureKeys } from './picture-keys.ts'
import { avifMaker } from './providers/files/avif.ts'

/** Pictures that the shop shows get their AVIF soon after they were uploaded. */
export function pictureSweep({ files, catalogue }: Core, isStopping: () => boolean) {
  const keys = () => pictureKeys({ raffles: catalogue.raffles(), products: catalogue.products() })
  return avifMaker({ files, keys, isStopping })
}
