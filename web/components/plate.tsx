import { Box } from '@chakra-ui/react'
import type { BoxProps } from '@chakra-ui/react'

import { fnv1a } from '../lib/guilloche.ts'
import { FirstPicture, Picture } from './picture.tsx'
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
  /** The one picture that the page is opened for. */
  isFirst?: boolean
}

/** A picture on a printed plate; without a picture the plate shows its own rosette. */
export function Plate({ seed, image, alt, sizes, isFirst = false, ...box }: Props) {
  const [from, to] = plates[fnv1a(seed) % plates.length] ?? plates[0]
  const Shown = isFirst ? FirstPicture : Picture
  return (
    <Box
      position="relative"
      overflow="hidden"
      bgImage="linear-gradient(160deg, var(--from), var(--to))"
      style={{ '--from': colour(from), '--to': colour(to) } as React.CSSProperties}
      {...box}
    >
      {image ? (
        <Shown image={image} alt={alt} sizes={sizes} />
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
