import { useEffect, useRef, useState } from 'react'

import type { StaffSecurity } from '#services/contract/staff-security.ts'

import { Modal } from '../../../components/admin/modal.tsx'
import { askForProofWith } from '../../../lib/admin/proof.ts'
import { useFactorTexts } from '../../../lib/text/factors.ts'
import { StaffProveForm } from './staff-prove-form.tsx'

/** Asks for a fresh proof in the middle of an act; the act goes on when it was given. */
export function ProofDialog({ security }: { security: StaffSecurity }) {
  const text = useFactorTexts()
  const [isOpen, setIsOpen] = useState(false)
  const waiting = useRef<((isProven: boolean) => void)[]>([])

  useEffect(
    () =>
      askForProofWith(
        () =>
          new Promise<boolean>((resolve) => {
            waiting.current.push(resolve)
            setIsOpen(true)
          }),
      ),
    [],
  )

  const finish = (isProven: boolean) => {
    setIsOpen(false)
    for (const resolve of waiting.current.splice(0)) resolve(isProven)
  }
  if (!isOpen) return null
  return (
    <Modal title={text.title} lead={text.again} width="small" isAlert onClose={() => finish(false)}>
      <StaffProveForm security={security} onProven={() => finish(true)} />
    </Modal>
  )
}
