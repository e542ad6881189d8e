export const TOASTER_ID = 'toaster'

/**
 * How every dialog and drawer opens: it exists only while it is open. One that takes the place of
 * another is not closed by the focus that the first gives back as it goes. The notification above
 * it belongs to it: it is read, and closed, without closing what is open.
 */
export const modal = (onClose: () => void) => ({
  open: true,
  onOpenChange: ({ open }: { open: boolean }) => {
    if (!open) onClose()
  },
  onFocusOutside: (event: Event) => event.preventDefault(),
  persistentElements: [() => document.getElementById(TOASTER_ID)],
})
