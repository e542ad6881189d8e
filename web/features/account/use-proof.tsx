// Some acts ask who has a second factor to give it first; then they are done again.
import { useState } from 'react'
import type { ReactNode } from 'react'

import { ApiError } from '../../lib/http.ts'
import { ProofDialog } from './components/proof-dialog.tsx'

const codes = ['second_factor_required', 'step_up_required']

export type Proof = {
  /** What to do with a refusal: true, and it is asked for; `act` follows when it was given. */
  isAskedBy: (error: unknown, act: () => void) => boolean
  dialog: ReactNode
}

export function useProof(): Proof {
  const [act, setAct] = useState<(() => void) | null>(null)
  return {
    isAskedBy(error, again) {
      if (!(error instanceof ApiError) || !codes.includes(error.problem?.code ?? '')) return false
      setAct(() => again)
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
