// One check at a time: what is asked, how far it has come, and the report.
import { useCallback, useRef, useState } from 'react'

import type { Report } from '#events/verify/verify.ts'

export type Asked = {
  bundle: File | null
  keys: string
  extras: readonly File[]
  isSandbox: boolean
}

export type Work =
  | { kind: 'nothing' }
  | { kind: 'checking'; percent: number }
  /** `isFetched`: the evidence had come, and nobody could read it. */
  | { kind: 'failed'; error: unknown; isFetched: boolean }
  | { kind: 'done'; report: Report }

type Change = Partial<Omit<Asked, 'bundle'>> & { bundle?: File | Promise<File> }

const nothing: Asked = { bundle: null, keys: '', extras: [], isSandbox: false }

export function useVerification() {
  const [asked, setAsked] = useState<Asked>(nothing)
  const [work, setWork] = useState<Work>({ kind: 'nothing' })
  const now = useRef(nothing)
  const turn = useRef(0)

  /** Started again by every change of what is asked; only the last answer is shown. */
  const ask = useCallback(async ({ bundle: coming, ...change }: Change): Promise<void> => {
    const mine = ++turn.current
    const show = (next: Work) => mine === turn.current && setWork(next)
    let isFetched = coming === undefined
    try {
      if (coming !== undefined) show({ kind: 'checking', percent: 0 })
      const bundle = coming === undefined ? now.current.bundle : await coming
      isFetched = true
      if (mine !== turn.current) return
      now.current = { ...now.current, ...change, bundle }
      setAsked(now.current)
      if (bundle === null) return
      show({ kind: 'checking', percent: 0 })
      // The verifier and its curves come when they are needed.
      const { runVerification } = await import('./run-verification.ts')
      const onPercent = (percent: number) => show({ kind: 'checking', percent })
      show({ kind: 'done', report: await runVerification({ ...now.current, bundle }, onPercent) })
    } catch (error) {
      // Refused by the shop, lost on the way, or no bundle: the page says which.
      show({ kind: 'failed', error, isFetched })
    }
  }, [])
  return { asked, work, ask }
}
