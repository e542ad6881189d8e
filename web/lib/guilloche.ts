// Rosettes as on banknotes: r(t) = R + a·sin(kt) + b·sin(mkt), three rings on each other, every
// seed its own. Pure, so that server and browser draw the same line. Pages carry them: a line is
// whole numbers, each told from the one before, which is a third of the letters.
const POINTS_PER_RING = 168

/** Grid steps in a unit; a rosette is at most 120 units wide, around 0 0. */
export const ROSETTE_GRID = 20

/** `path`: in grid steps. */
export type Rosette = { path: string; petals: number }

export function rosette(seed: string): Rosette {
  const hash = fnv1a(seed)
  const petals = 5 + (hash % 7)
  const harmonic = 2 + ((hash >>> 5) % 2)
  const rings = [46, 33, 19].map((radius, ring) =>
    ringPath({
      radius,
      petals: petals + ring,
      harmonic,
      swing: radius * (0.16 + (((hash >>> (8 + ring * 4)) & 15) / 15) * 0.14),
    }),
  )
  return { path: rings.join(''), petals }
}

type Ring = { radius: number; petals: number; harmonic: number; swing: number }

/**
 * A closed curve through the middles of its points, which are the handles of its bends: each
 * handle mirrors the one before it, so only the first is named. Points lie on even steps of the
 * grid; their middles are whole then, and no rounding adds up on the way around.
 */
function ringPath({ radius, petals, harmonic, swing }: Ring): string {
  const points = Array.from({ length: POINTS_PER_RING }, (_, index) => {
    const t = (index / POINTS_PER_RING) * 2 * Math.PI
    const r =
      radius * 0.8 + swing * Math.sin(petals * t) + swing * 0.5 * Math.sin(harmonic * petals * t)
    return { x: evenStep(r * Math.cos(t)), y: evenStep(r * Math.sin(t)) }
  })
  const middles = points.map((point, index) => middle(point, points.at(index - 1) ?? point))
  const steps = middles.map((from, index) => between(from, middles[(index + 1) % points.length]))
  const [start = ORIGIN] = middles
  const [first = ORIGIN, ...rest] = steps
  return `M${start.x} ${start.y}q${told([between(start, points[0]), first])}t${told(rest)}Z`
}

type Point = { x: number; y: number }
const ORIGIN: Point = { x: 0, y: 0 }

const evenStep = (units: number) => 2 * Math.round((units * ROSETTE_GRID) / 2)
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const between = (from: Point, to = ORIGIN): Point => ({ x: to.x - from.x, y: to.y - from.y })

/** A minus sign separates numbers as well as a space does. */
const told = (steps: readonly Point[]) =>
  steps
    .map(({ x, y }) => `${x} ${y}`)
    .join(' ')
    .replaceAll(' -', '-')

/** FNV-1a, 32 bits. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash ^= text.charCodeAt(index)
    hash = Math.imul(hash, 0x01000193) >>> 0
  }
  return hash
}
