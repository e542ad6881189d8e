// The purchase rig with as many processes beside its own as a test wants.
import { otherProcess } from './faults/rig.ts'
import type { OtherProcess } from './faults/rig.ts'
import { openPurchaseRig } from './purchase-rig.ts'
import type { PurchaseRig } from './purchase-rig.ts'

export type ProcessesRig = PurchaseRig & {
  anotherProcess: () => OtherProcess
  /** After each test: none works on in the next one. */
  stopOthers: () => Promise<void>
}

export async function openProcessesRig(): Promise<ProcessesRig> {
  const rig = await openPurchaseRig()
  const others: OtherProcess[] = []
  return {
    ...rig,
    anotherProcess() {
      const other = otherProcess(rig)
      others.push(other)
      return other
    },
    async stopOthers() {
      for (const other of others.splice(0)) await other.stop()
    },
  }
}
