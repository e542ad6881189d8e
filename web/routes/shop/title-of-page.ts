// The title of the window goes along with the pages that are turned inside it.
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

import { useSettings } from '../../lib/page.tsx'

/** The server has written the title of the first page. */
export function useTitleOfPage(): void {
  const { key } = useLocation()
  const { shopName } = useSettings()
  useEffect(() => {
    const main = document.getElementById('main')
    if (key === 'default' || !main) return
    const write = () => {
      const heading = main.querySelector('h1')?.textContent
      if (heading) document.title = `${heading} · ${shopName}`
    }
    write() // and again when a page whose code was still on its way is there
    const observer = new MutationObserver(write)
    observer.observe(main, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [key, shopName])
}
