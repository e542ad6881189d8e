// A dialog stays while a call that was made in it runs: whoever could close it would not hear how
// it ended, and might do the same thing twice.
import { createContext, useContext, useEffect } from 'react'

/** How what is in a dialog tells that its call runs; elsewhere nobody asks. */
export const BusyContext = createContext<(isBusy: boolean) => void>(() => {})

export function useBusyDialog(isBusy: boolean): void {
  const tell = useContext(BusyContext)
  useEffect(() => {
    if (!isBusy) return
    tell(true)
    return () => tell(false)
  }, [tell, isBusy])
}
