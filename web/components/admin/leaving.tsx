// What was typed into a page and not into a dialog: whoever goes on to another part of it, or
// follows a link, is asked first. Of the way back in its history a page hears too late.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReactNode } from 'react'

import { useUnloadQuestion } from '../../lib/admin/unsaved.ts'
import { UnsavedQuestion } from './unsaved-question.tsx'

type Leaving = {
  /** Does it at once where nothing would be lost. */
  leave: (act: () => void) => void
  /** The question, while it is asked: a part of the page. */
  question: ReactNode
}

export function useLeaving(hasUnsaved: boolean): Leaving {
  const [waiting, setWaiting] = useState<{ act: () => void } | null>(null)
  const leave = (act: () => void) => (hasUnsaved ? setWaiting({ act }) : act())
  const isDiscarded = useRef(false)
  useEffect(() => {
    if (!hasUnsaved) isDiscarded.current = false
  }, [hasUnsaved])
  useUnloadQuestion(hasUnsaved, () => !isDiscarded.current)
  useAskedLinks(hasUnsaved, leave)
  const question = waiting && (
    <UnsavedQuestion
      onDiscard={() => {
        setWaiting(null)
        // A link that loads the page anew is not asked about a second time by the browser.
        isDiscarded.current = true
        waiting.act()
      }}
      onKeep={() => setWaiting(null)}
    />
  )
  return { leave, question }
}

/** Before anybody else hears of the press; it is made once more when it may be. */
function useAskedLinks(isAsked: boolean, leave: Leaving['leave']): void {
  const isLet = useRef(false)
  const ask = useEffectEvent((link: HTMLAnchorElement) =>
    leave(() => {
      isLet.current = true
      link.click()
      isLet.current = false
    }),
  )
  useEffect(() => {
    if (!isAsked) return
    const hear = (event: MouseEvent) => {
      const link = isLet.current ? null : linkOf(event)
      if (link === null) return
      event.preventDefault()
      event.stopPropagation()
      ask(link)
    }
    addEventListener('click', hear, { capture: true })
    return () => removeEventListener('click', hear, { capture: true })
  }, [isAsked])
}

/** One that leads this very window on; of another site the browser asks itself. */
function linkOf({ target, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (link === null || ctrlKey || metaKey || shiftKey || altKey) return null
  const isHere = link.target === '' && !link.hasAttribute('download')
  return isHere && link.origin === location.origin ? link : null
}
