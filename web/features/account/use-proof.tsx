// Some acts ask for a proof first: the second factor, or a code by SMS. Then they are done again.
import { useState } from 'react'
import type { ReactNode } from 'react'

import { ApiError } from '../../lib/http.ts'
import { ProofDialog } from './components/proof-dialog.tsx'

const codes = ['second_factor_required', 'step_up_required']

export type Proof = {
  /** Before an act that would be refused; `act` follows when the proof was given. */
  ask: (act: () => void) => void
  /** What to do with a refusal: true, and it is asked for; `act` follows when it was given. */
  isAskedBy: (error: unknown, act: () => void) => boolean
  dialog: ReactNode
}

export function useProof(): Proof {
  const [act, setAct] = useState<(() => void) | null>(null)
  const ask = (next: () => void) => setAct(() => next)
  return {
    ask,
    isAskedBy(error, again) {
      if (!(error instanceof ApiError) || !codes.includes(error.problem?.code ?? '')) return false
      ask(again)
      return true
    },
    dialog: act && (
      <ProofDialog
        onClose={() => setAct(null)}
        onProven={() => {
          setAct(null)
          act()
        }}
      />
    ),
  }
}
