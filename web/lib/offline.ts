// Asks the browser to keep the page for days without a network (`public/sw.js`).
import { buildFile } from './patient.ts'
import type { Language } from './text/text.tsx'

type Policies = {
  trustedTypes?: {
    createPolicy: (
      name: string,
      rules: { createScriptURL: (url: string) => string },
    ) => { createScriptURL: (url: string) => string }
  }
}

/** Registered once for each language: the offline page is kept in the one that is read. */
export async function keepOfflinePage(language: Language): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const address = `/sw.js?lang=${language}`
  const { trustedTypes } = globalThis as Policies
  const policy = trustedTypes?.createPolicy('offline', { createScriptURL: (url) => url })
  try {
    await navigator.serviceWorker.register(policy?.createScriptURL(address) ?? address)
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage({ build: buildFile() || null })
  } catch {
    // Refused by the browser's settings: the shop then needs a network, as most do.
  }
}
