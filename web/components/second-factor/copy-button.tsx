import { Copy } from 'lucide-react'

import { showToast } from '../../lib/toasts.ts'
import { Button } from '../button.tsx'

type Props = { text: string; label: string; copied: string }

/** Without a clipboard (a page over plain http elsewhere) the text is still there to be marked. */
export function CopyButton({ text, label, copied }: Props) {
  const copy = async () => {
    await navigator.clipboard?.writeText(text)
    showToast({ title: copied })
  }
  return (
    <Button type="button" variant="outline" onClick={() => void copy()}>
      <Copy size={16} aria-hidden />
      {label}
    </Button>
  )
}
