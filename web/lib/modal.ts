/**
 * How every dialog and drawer opens: it exists only while it is open. One that takes the place of
 * another is not closed by the focus that the first gives back as it goes.
 */
export const modal = (onClose: () => void) => ({
  open: true,
  onOpenChange: ({ open }: { open: boolean }) => {
    if (!open) onClose()
  },
  onFocusOutside: (event: Event) => event.preventDefault(),
})
