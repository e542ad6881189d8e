// A part of every page whose code comes after the page: the server writes it, the browser leaves it
// as it was written until the code is there.
import { memo } from 'react'
import type { ComponentType } from 'react'

import { lazily } from '../lib/patient.ts'
import { InTurn } from './in-turn.tsx'

const loading: (() => Promise<unknown>)[] = []

/** For the server, before its first render. */
export const loadLaterParts = () => Promise.all(loading.map((load) => load()))

export function later<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined
  const remember = async () => (Loaded ??= await load())
  loading.push(remember)
  const Lazy = lazily(remember)

  function Later(props: Props) {
    const Part: ComponentType<Props> = import.meta.env.SSR && Loaded ? Loaded : Lazy
    return (
      <InTurn name={name}>
        <Part {...props} />
      </InTurn>
    )
  }
  // A part that waits and is rendered anew meanwhile would lose what the server has written.
  return memo(Later) as unknown as ComponentType<Props>
}
