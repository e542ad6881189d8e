// Which pictures the shop shows.
import type { ShelfRow } from '#projections/product-shelf/queries.ts'
import type { BoardRow } from '#projections/raffle-board/queries.ts'

type Shown = { raffles: readonly BoardRow[]; products: readonly ShelfRow[] }

/** Some stand there several times. */
export const pictureKeys = ({ raffles, products }: Shown): string[] =>
  [
    ...raffles.map(({ image }) => image),
    ...products.flatMap(({ image, variants }) => [
      image,
      ...variants.map((variant) => variant.image),
    ]),
  ].filter((key) => key !== null)
