import { Text } from '@chakra-ui/react'

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
  const take = async (file: File | null) => {
    if (file === null) return onFingerprint('')
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    onFingerprint(new Uint8Array(digest).toHex())
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
