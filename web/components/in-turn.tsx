import { Suspense, use } from 'react'
import type { ReactNode } from 'react'

import { turnOf } from '../lib/turns.ts'

type Props = { name: string; isFirst?: boolean; children: ReactNode }

/** A part of the page that is hydrated after what is seen first; see `turns.ts`. */
export function InTurn(props: Props) {
  return (
    <Suspense>
      <Part {...props} />
    </Suspense>
  )
}

function Part({ name, isFirst = false, children }: Props) {
  const turn = isFirst ? null : turnOf(name)
  if (turn) use(turn)
  return children
}
