import { Plate } from '../plate.tsx'

/** The picture of a row, 48 px; without one its own rosette. */
export const Thumb = ({ seed, image }: { seed: string; image: string | null }) => (
  <Plate
    seed={seed}
    image={image}
    alt=""
    sizes="48px"
    boxSize="48px"
    borderRadius="tag"
    flexShrink={0}
  />
)
