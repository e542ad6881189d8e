// Pseudo-random draws that are the same on every machine, and cheap: a million of them are needed.
export type Draws = {
  below: (n: number) => number
  /** 0 up to 1, without 1. */
  part: () => number
  /** It has the form of a UUIDv4, which is all that its brand asks for. */
  uuid: <Id extends string = string>() => Id
  hex: (bytes: number) => string
  name: () => string
  one: <Value>(of: readonly Value[]) => Value
}

const firstNames = (
  'Maya Karim Rana Nour Zeina Walid Lara Hadi Joumana Tarek Layal Samir Carla Omar Rita Elie ' +
  'ليلى سامر هبة كريم ندى فادي'
).split(' ')
const lastNames = (
  'Haddad Khoury Saab Nasser Chahine Aoun Mansour Fares Daher Azar Sleiman Rizk Ghanem Tannous ' +
  'حداد خوري منصور صليبا'
).split(' ')

/** Mulberry32. */
export function drawsFrom(seed: number): Draws {
  let state = seed >>> 0

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }

  const hex = (bytes: number) => {
    let text = ''
    while (text.length < bytes * 2) text += next().toString(16).padStart(8, '0')
    return text.slice(0, bytes * 2)
  }
  const below = (n: number) => next() % n
  const one = <Value>(of: readonly Value[]): Value => {
    const value = of[below(of.length)]
    if (value === undefined) throw new Error('there is nothing to draw from')
    return value
  }
  return {
    below,
    part: () => next() / 2 ** 32,
    hex,
    one,
    name: () => `${one(firstNames)} ${one(lastNames)}`,
    uuid: <Id extends string>() => {
      const text = hex(16)
      const parts = [text.slice(0, 8), text.slice(8, 12), `4${text.slice(13, 16)}`]
      return [...parts, `8${text.slice(17, 20)}`, text.slice(20, 32)].join('-') as Id
    },
  }
}
