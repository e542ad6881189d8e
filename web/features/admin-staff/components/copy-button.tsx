import { Copy } from 'lucide-react'

import { Button } from '../../../components/button.tsx'
import { useAdminStaffTexts } from '../../../lib/text/admin-staff.ts'
import { showToast } from '../../../lib/toasts.ts'

/** Without a clipboard (a page over plain http elsewhere) the text is still there to be marked. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { entry } = useAdminStaffTexts()
  const copy = async () => {
    await navigator.clipboard?.writeText(text)
    showToast({ title: entry.copied })
  }
  return (
    <Button variant="outline" onClick={() => void copy()}>
      <Copy size={16} aria-hidden />
      {label}
    </Button>
  )
}
