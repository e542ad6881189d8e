// Android's Back asks what is open to close, where the browser has a `CloseWatcher`; elsewhere it
// leaves the page. Esc is such a request too, but a dialog hears it first and lets nobody else.
import { useEffect, useEffectEvent } from 'react'

/** It hears one request, and is spent. */
type CloseWatcher = { onclose: (() => void) | null; destroy: () => void }
/** As Chromium has it; the types of TypeScript do not know it yet. */
type Watching = { CloseWatcher?: new () => CloseWatcher }

export function useCloseRequest(isHeard: boolean, onRequest: () => void): void {
  const request = useEffectEvent(onRequest)
  useEffect(() => {
    const { CloseWatcher: Watcher } = window as Watching
    if (!isHeard || Watcher === undefined) return
    const watcher = new Watcher()
    watcher.onclose = () => request()
    return () => watcher.destroy()
  }, [isHeard])
}
