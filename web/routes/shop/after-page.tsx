// What a page needs that nobody waits for: it comes when the browser has nothing else to do.
import { useEffect } from 'react'

import { Toaster } from '../../components/toaster.tsx'
import { ConsentBanner } from '../../features/consent/consent-banner.tsx'
import { keepOfflinePage } from '../../lib/offline.ts'
import { useLanguage } from '../../lib/text/text.tsx'
import { useOtherTabs } from './other-tabs.ts'
import { useTitleOfPage } from './title-of-page.ts'

export function AfterPage() {
  const language = useLanguage()
  useEffect(() => void keepOfflinePage(language), [language])
  useTitleOfPage()
  useOtherTabs()
  useEffect(() => void import('./overlays.tsx').catch(() => {}), []) // the cart is next
  return (
    <>
      <ConsentBanner />
      <Toaster />
    </>
  )
}
