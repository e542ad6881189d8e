// Somebody else has saved while a form stood open: what was typed stays, everything else is what
// stands there now.
import { useState } from 'react'

type Values = Readonly<Record<string, string>>

type Hands<Fields extends Values> = {
  typed: Fields
  /** As it was read before it was typed into. */
  was: Fields
  now: Fields
  /** What nobody may change any more: it is as it stands. */
  fixed?: readonly (keyof Fields)[]
}

export function valuesAnew<Fields extends Values>({
  typed,
  was,
  now,
  fixed = [],
}: Hands<Fields>): Fields {
  const fields = Object.keys(typed) as (keyof Fields)[] // Fields has these keys and no others
  const kept = fields.filter((field) => typed[field] !== was[field] && !fixed.includes(field))
  return { ...now, ...Object.fromEntries(kept.map((field) => [field, typed[field]])) }
}

type Read<Fields extends Values> = {
  /** As it was read last. */
  first: Fields
  /** Of what was read; undefined: there is nothing yet. */
  version: string | undefined
  fixed?: readonly (keyof Fields)[]
}

/** The fields of a form that goes on when a newer version was read. */
export function useValuesAnew<Fields extends Values>({ first, version, fixed }: Read<Fields>) {
  const [values, setValues] = useState<Fields>(first)
  const [read, setRead] = useState({ first, version })
  if (read.version !== version) {
    setRead({ first, version })
    setValues(valuesAnew({ typed: values, was: read.first, now: first, fixed }))
  }
  return [values, setValues] as const
}
