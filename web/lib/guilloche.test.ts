import { expect, it } from 'vitest'

import { fnv1a, rosette, ROSETTE_GRID } from './guilloche.ts'

it('draws the same rosette for the same seed and another for another', () => {
  expect(rosette('a')).toEqual(rosette('a'))
  expect(rosette('a').path).not.toBe(rosette('b').path)
})

it('stays inside its frame of 120 by 120, each ring closed', () => {
  for (const seed of ['a', 'watch', 'a trip to Egypt', '7f']) {
    const rings = rosette(seed).path.split('M').slice(1).map(walked)
    expect(rings).toHaveLength(3)
    for (const points of rings) {
      expect(points.at(-1)).toEqual(points[0])
      const furthest = Math.max(...points.flat().map(Math.abs))
      expect(furthest).toBeLessThan(60 * ROSETTE_GRID)
    }
  }
})

it('hashes as FNV-1a does', () => expect(fnv1a('a')).toBe(0xe40c292c))

/** Where each bend of a ring ends: `Mx y`, `q` with its handle, then `t`. */
function walked(ring: string): [number, number][] {
  const [x = 0, y = 0, , , ...steps] = (ring.match(/-?\d+/g) ?? []).map(Number)
  const points: [number, number][] = [[x, y]]
  for (let index = 0; index < steps.length; index += 2) {
    const [fromX, fromY] = points.at(-1) ?? [0, 0]
    points.push([fromX + (steps[index] ?? 0), fromY + (steps[index + 1] ?? 0)])
  }
  return points
}
