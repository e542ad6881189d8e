import { Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'

import { Button } from '../../../components/button.tsx'
import { useTexts } from '../../../lib/text/text.tsx'
import { themeCookie } from '../theme-cookie.ts'

type Props = { variant?: 'foil' | 'outline' }

/** The colours live on <html>, put there by the server or by the page's first lines. */
export function ColourModeButton({ variant = 'foil' }: Props) {
  const text = useTexts()
  const isDark = useSyncExternalStore(subscribe, isDarkNow, () => false)
  return (
    <Button variant={variant} size="sm" onClick={() => choose(isDark ? 'light' : 'dark')}>
      {isDark ? <Sun size={16} aria-hidden /> : <Moon size={16} aria-hidden />}
      {isDark ? text.nav.light : text.nav.dark}
    </Button>
  )
}

function choose(mode: 'light' | 'dark'): void {
  document.documentElement.classList.remove('light', 'dark')
  document.documentElement.classList.add(mode)
  document.cookie = themeCookie(mode, location.protocol === 'https:')
}

const isDarkNow = (): boolean => document.documentElement.classList.contains('dark')

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['class'] })
  return () => observer.disconnect()
}
