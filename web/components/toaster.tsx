import { Box, chakra, Flex, Portal } from '@chakra-ui/react'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

import { useTexts } from '../lib/text/text.tsx'
import { TOASTER_ID } from '../lib/modal.ts'
import { dismissToast, useToast } from '../lib/toasts.ts'
import type { Toast } from '../lib/toasts.ts'

const SHOWN_MS = 5_000
const SWIPE_PX = 50

/** A dialog ends with its buttons, right across a desk: above it there is nothing to press. */
const overDialog = {
  'body:has(.dialog__content) &': {
    top: '3',
    bottom: 'auto',
    insetInlineStart: { md: 'calc(50% - 190px)' },
  },
}

/** What has the keyboard is not covered: the head of a screen is free then. */
const aside = { top: '3', bottom: 'auto' }

/** Of a phone. */
const edges = {
  head: { top: { base: '3', md: 'auto' }, bottom: { md: '6' } },
  foot: { bottom: { base: '3', md: '6' } },
} as const

/** `foot`: where a phone has no buttons at its lower edge; the title of a page stays in view. */
type Props = { edge?: keyof typeof edges }

/**
 * The live region of the shop's one notification, where it covers no button: on a phone above or as
 * `edge` says, across from the cart on a desk, above a dialog. F8 brings the keyboard to it, one
 * that takes its place takes the keyboard over, and closing it gives it back. It hangs on the body
 * itself: what stands in the page is hidden from readers while a dialog is open.
 */
export function Toaster({ edge = 'head' }: Props) {
  const text = useTexts()
  const toast = useToast()
  const region = useRef<HTMLElement>(null)
  const { isHere, lost } = useKeyboardIn(region, toast)
  const isAside = useIsAside(region, toast)

  return (
    <Portal>
      <chakra.section
        ref={region}
        id={TOASTER_ID}
        tabIndex={-1}
        aria-label={text.toast.region}
        aria-live="polite"
        position="fixed"
        zIndex="toast"
        insetInlineStart={{ base: '3', md: '6' }}
        insetInlineEnd={{ base: '3', md: 'auto' }}
        {...(isAside ? aside : edges[edge])}
        width={{ md: '380px' }}
        css={overDialog}
      >
        {toast && <ToastCard key={toast.id} toast={toast} hasKeyboard={isHere} lost={lost} />}
      </chakra.section>
    </Portal>
  )
}

type Region = RefObject<HTMLElement | null>

/** The keyboard comes in here by F8 or by Tab, and goes back to where it came from. */
function useKeyboardIn(region: Region, toast: Toast | null) {
  const [isHere, setIsHere] = useState(false)
  const cameFrom = useRef<EventTarget>(null)
  const lost = useRef(false)
  useOwnFocus(region, (from) => {
    if (from !== undefined) cameFrom.current = from
    setIsHere(from !== undefined)
  })
  useEffect(() => {
    const enter = ({ key }: KeyboardEvent) => {
      if (key === 'F8' && !region.current?.contains(document.activeElement)) focusIn(region)
    }
    document.addEventListener('keydown', enter)
    return () => document.removeEventListener('keydown', enter)
  }, [region])

  // What had the keyboard has gone from the page by now.
  useLayoutEffect(() => {
    if (!lost.current) return
    lost.current = false
    const back = cameFrom.current
    if (toast !== null) focusIn(region)
    else if (back instanceof HTMLElement) back.focus()
    cameFrom.current = back
    setIsHere(toast !== null)
  }, [region, toast])
  return { isHere, lost }
}

const CONTROL = 'a, button, input, select, textarea, summary'

/** At the other edge, and back, as what has the keyboard would be under this notification. */
function useIsAside(region: Region, toast: Toast | null): boolean {
  const [asideId, setAsideId] = useState<number | null>(null)
  const id = toast?.id ?? null
  useEffect(() => {
    if (id === null) return
    const look = () => {
      const focused = document.activeElement
      const isOurs = region.current?.contains(focused) !== false
      if (!isOurs && focused?.matches(CONTROL) && areTouching(region.current, focused))
        setAsideId((asideNow) => (asideNow === id ? null : id))
    }
    // By the next frame what took the keyboard has come into view.
    const lookSoon = () => requestAnimationFrame(look)
    lookSoon()
    window.addEventListener('focusin', lookSoon, true)
    return () => window.removeEventListener('focusin', lookSoon, true)
  }, [region, id])
  return id !== null && asideId === id
}

function areTouching(one: Element | null, other: Element): boolean {
  if (one === null) return false
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
  return a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right
}

const focusIn = ({ current }: Region) =>
  (current?.querySelector<HTMLElement>('a, button') ?? current)?.focus()

/**
 * Tells that the keyboard has come in here, and from where, or that it has left: undefined. A
 * dialog calls back every focus that is not its own; of this one it does not hear, nor does React.
 */
function useOwnFocus(region: Region, tell: (from: EventTarget | null | undefined) => void): void {
  const told = useEffectEvent(tell)
  useEffect(() => {
    const isIn = (target: EventTarget | null) =>
      target instanceof Node && region.current?.contains(target) === true
    const enter = (event: FocusEvent) => {
      if (!isIn(event.target)) return
      event.stopImmediatePropagation()
      if (!isIn(event.relatedTarget)) told(event.relatedTarget)
    }
    const leave = ({ target, relatedTarget }: FocusEvent) => {
      if (isIn(target) && !isIn(relatedTarget)) told(undefined)
    }
    window.addEventListener('focusin', enter, true) // before whoever listens on the document
    window.addEventListener('focusout', leave, true)
    return () => {
      window.removeEventListener('focusin', enter, true)
      window.removeEventListener('focusout', leave, true)
    }
  }, [region])
}

type CardProps = {
  toast: Toast
  hasKeyboard: boolean
  /** Set when it goes with the keyboard on it. */
  lost: RefObject<boolean>
}

/** Stays while a pointer is on it, or the keyboard. */
function ToastCard({ toast, hasKeyboard, lost }: CardProps) {
  const text = useTexts()
  useLayoutEffect(
    () => () => {
      // Before it is taken from the page.
      lost.current ||= document.activeElement?.closest(`#${TOASTER_ID}`) != null
    },
    [lost],
  )
  const [draggedPx, setDraggedPx] = useState(0)
  const startX = useRef<number | null>(null)
  const [isHeld, setIsHeld] = useState(false)

  // One that leads on waits for its reader.
  const isWaiting = toast.link !== undefined || toast.isLasting === true
  const stays = isHeld || hasKeyboard || isWaiting
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(() => dismissToast(toast.id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [toast.id, stays])

  const release = () => {
    if (draggedPx >= SWIPE_PX) dismissToast(toast.id)
    startX.current = null
    setDraggedPx(0)
  }

  return (
    <Flex
      role={toast.isError ? 'alert' : 'status'}
      gap="3"
      align="flex-start"
      bg="bg.raised"
      color="fg"
      borderWidth="1px"
      borderInlineStartWidth="6px"
      borderInlineStartColor={toast.isError ? 'pomegranate.fg' : 'cedar.solid'}
      borderRadius="control"
      boxShadow="raised"
      ps="4"
      pe="1"
      py="2"
      animation="sheet-in token(durations.fade) token(easings.out)"
      touchAction="pan-y"
      style={{ transform: `translateX(${draggedPx}px)`, opacity: 1 - draggedPx / 240 }}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onPointerDown={(event) => {
        startX.current = event.clientX
      }}
      onPointerMove={(event) => {
        if (startX.current !== null) setDraggedPx(Math.max(0, event.clientX - startX.current))
      }}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <Box flex="1" py="1" alignSelf="center">
        <chakra.p fontWeight="bold" fontSize="sm">
          {toast.title}
        </chakra.p>
        {toast.text && (
          <chakra.p fontSize="sm" color="fg.soft">
            {toast.text}
          </chakra.p>
        )}
        {toast.link && (
          // What was typed stands here until somebody comes back to it.
          <chakra.a
            href={toast.link.href}
            target="_blank"
            rel="noopener"
            display="inline-flex"
            alignItems="center"
            minH="target"
            fontSize="sm"
            fontWeight="bold"
            textDecoration="underline"
          >
            {toast.link.label}
          </chakra.a>
        )}
      </Box>
      <chakra.button
        type="button"
        aria-label={text.toast.close}
        boxSize="target"
        display="grid"
        placeItems="center"
        cursor="pointer"
        onClick={() => dismissToast(toast.id)}
        onPointerDown={(event) => event.stopPropagation()}
      >
        <X size={18} aria-hidden />
      </chakra.button>
    </Flex>
  )
}
