import { Box, chakra } from '@chakra-ui/react'
import type { BoxProps } from '@chakra-ui/react'

import { IMAGE_WIDTHS, imageAt } from '#services/contract/shared.ts'

import { fnv1a } from '../lib/guilloche.ts'
import { Rosette } from './rosette.tsx'

const plates = [
  ['plate.cedar', 'plate.cedarDeep'],
  ['plate.sea', 'plate.seaDeep'],
  ['plate.wine', 'plate.wineDeep'],
  ['plate.night', 'plate.nightDeep'],
] as const

type Props = BoxProps & {
  seed: string
  image: string | null
  alt: string
  /** What the browser should assume of the width: the `sizes` of an image. */
  sizes: string
  isEager?: boolean
  /** The one picture that the page is opened for. */
  isFirst?: boolean
}

/** A picture on a printed plate; without a picture the plate shows its own rosette. */
export function Plate({
  seed,
  image,
  alt,
  sizes,
  isEager = false,
  isFirst = false,
  ...box
}: Props) {
  const [from, to] = plates[fnv1a(seed) % plates.length] ?? plates[0]
  return (
    <Box
      position="relative"
      overflow="hidden"
      bgImage="linear-gradient(160deg, var(--from), var(--to))"
      style={{ '--from': colour(from), '--to': colour(to) } as React.CSSProperties}
      {...box}
    >
      {image ? (
        <chakra.img
          src={imageAt(image, 640)}
          srcSet={IMAGE_WIDTHS.map((width) => `${imageAt(image, width)} ${width}w`).join(', ')}
          sizes={sizes}
          alt={alt}
          htmlWidth={640}
          htmlHeight={480}
          loading={isEager || isFirst ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : 'auto'}
          decoding="async"
          position="absolute"
          inset={0}
          boxSize="full"
          objectFit="cover"
        />
      ) : (
        <Rosette seed={seed} position="absolute" inset="-12%" boxSize="124%" opacity={0.75} />
      )}
    </Box>
  )
}

/** `plate.cedarDeep` as the variable Chakra makes of it. */
function colour(token: string): string {
  const name = token.replace('.', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return `var(--q-colors-${name})`
}
