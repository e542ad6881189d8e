// Rosettes as on banknotes: r(t) = R + a·sin(kt) + b·sin(mkt), three rings on each other, every
// seed its own. Pure, so that server and browser draw the same line.
const POINTS_PER_RING = 168

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

/** A closed curve through the middles of its points, which are the handles of its bends. */
function ringPath({ radius, petals, harmonic, swing }: Ring): string {
  const points = Array.from({ length: POINTS_PER_RING }, (_, index) => {
    const t = (index / POINTS_PER_RING) * 2 * Math.PI
    const r =
      radius * 0.8 + swing * Math.sin(petals * t) + swing * 0.5 * Math.sin(harmonic * petals * t)
    return { x: r * Math.cos(t), y: r * Math.sin(t) }
  })
  const bends = points.map((point, index) => {
    const next = points[(index + 1) % POINTS_PER_RING] ?? point
    return `${at(point.x, point.y)} ${at((point.x + next.x) / 2, (point.y + next.y) / 2)}`
  })
  const last = points[POINTS_PER_RING - 1] ?? { x: 0, y: 0 }
  const first = points[0] ?? last
  return `M${at((last.x + first.x) / 2, (last.y + first.y) / 2)}Q${bends.join(' ')}Z`
}

const at = (x: number, y: number): string => `${x.toFixed(1)} ${y.toFixed(1)}`

/** FNV-1a, 32 bits. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash ^= text.charCodeAt(index)
    hash = Math.imul(hash, 0x01000193) >>> 0
  }
  return hash
}
