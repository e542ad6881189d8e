// What a page needs that nobody waits for: it comes when the browser has nothing else to do.
import { Toaster } from '../../components/toaster.tsx'
import { ConsentBanner } from '../../features/consent/consent-banner.tsx'

export function AfterPage() {
  return (
    <>
      <ConsentBanner />
      <Toaster />
    </>
  )
}
