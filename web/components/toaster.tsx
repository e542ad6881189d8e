import { Box, chakra, Flex, Portal } from '@chakra-ui/react'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
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

/** Of a phone. */
const edges = {
  head: { top: { base: '3', md: 'auto' }, bottom: { md: '6' } },
  foot: { bottom: { base: '3', md: '6' } },
} as const

/** `foot`: where a phone has no buttons at its lower edge; the title of a page stays in view. */
type Props = { edge?: keyof typeof edges }

/**
 * The live region of the shop's one notification, where it covers no button: on a phone above or as
 * `edge` says, across from the cart on a desk, above a dialog. F8 brings the keyboard to it, and
 * closing it gives the keyboard back. It hangs on the body itself: what stands in the page is
 * hidden from readers while a dialog is open.
 */
export function Toaster({ edge = 'head' }: Props) {
  const text = useTexts()
  const toast = useToast()
  const region = useRef<HTMLElement>(null)

  const cameFrom = useRef<Element>(null)
  useOwnFocus(region)

  useEffect(() => {
    const focusOnF8 = ({ key }: KeyboardEvent) => {
      if (key !== 'F8' || region.current?.contains(document.activeElement)) return
      cameFrom.current = document.activeElement
      const target = region.current?.querySelector<HTMLElement>('a, button') ?? region.current
      target?.focus()
    }
    document.addEventListener('keydown', focusOnF8)
    return () => document.removeEventListener('keydown', focusOnF8)
  }, [])

  const close = (id: number) => {
    const isInside = region.current?.contains(document.activeElement) === true
    dismissToast(id)
    if (isInside && cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
  }

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
        {...edges[edge]}
        width={{ md: '380px' }}
        css={overDialog}
      >
        {toast && <ToastCard key={toast.id} toast={toast} onClose={close} />}
      </chakra.section>
    </Portal>
  )
}

/** A dialog calls back every focus that is not its own; of this one it does not hear. */
function useOwnFocus(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const keep = (event: FocusEvent) => {
      if (event.target instanceof Node && region.current?.contains(event.target))
        event.stopImmediatePropagation()
    }
    window.addEventListener('focusin', keep, true) // before whoever listens on the document
    return () => window.removeEventListener('focusin', keep, true)
  }, [region])
}

type CardProps = { toast: Toast; onClose: (id: number) => void }

/** Stays while a pointer is on it, or the keyboard on its button. */
function ToastCard({ toast, onClose }: CardProps) {
  const text = useTexts()
  const [draggedPx, setDraggedPx] = useState(0)
  const startX = useRef<number | null>(null)
  const [isHeld, setIsHeld] = useState(false)

  // One that leads on waits for its reader.
  const stays = isHeld || toast.link !== undefined
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
          <chakra.a
            href={toast.link.href}
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
        onFocus={() => setIsHeld(true)}
        onBlur={() => setIsHeld(false)}
        onClick={() => onClose(toast.id)}
        onPointerDown={(event) => event.stopPropagation()}
      >
        <X size={18} aria-hidden />
      </chakra.button>
    </Flex>
  )
}
