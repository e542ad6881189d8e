import { Text } from '@chakra-ui/react'
import { useRef } from 'react'

import { hexOf } from '#events/kernel/bytes.ts'

import { showFailure } from '../../lib/admin/outcome.ts'
import { useAdminTexts } from '../../lib/text/admin.ts'
import { FileField } from './file-field.tsx'

type Props = {
  label: string
  /** Before the fingerprint. */
  mark: string
  /** Hex; empty until a file was chosen. */
  fingerprint: string
  error?: string | null
  onFingerprint: (sha256: string) => void
}

/** The file stays here: its fingerprint alone travels. */
export function FingerprintField({ label, mark, fingerprint, error = null, onFingerprint }: Props) {
  const { error: failed, file: words } = useAdminTexts()
  const latest = useRef<File | null>(null)
  // It is evidence: what stands here is of the file that is named, never of the one before.
  const take = async (file: File | null) => {
    latest.current = file
    onFingerprint('')
    if (file === null) return
    try {
      const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
      if (latest.current === file) onFingerprint(hexOf(new Uint8Array(digest)))
    } catch (reason) {
      if (latest.current === file) showFailure(failed, reason, words.unreadable)
    }
  }
  return (
    <>
      <FileField label={label} error={error} onChoose={(file) => void take(file)} />
      <Text fontSize="xs" color="fg.muted" dir="ltr" overflowWrap="anywhere">
        {fingerprint && `${mark} ${fingerprint}`}
      </Text>
    </>
  )
}
