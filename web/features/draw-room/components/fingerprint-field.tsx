import { Text } from '@chakra-ui/react'

import { FileField } from '../../../components/admin/file-field.tsx'
import { useDrawRoomTexts } from '../../../lib/text/draw-room.ts'

type Props = {
  label: string
  /** Hex; empty until a file was chosen. */
  fingerprint: string
  onFingerprint: (sha256: string) => void
}

/** The file stays here: its fingerprint alone travels. */
export function FingerprintField({ label, fingerprint, onFingerprint }: Props) {
  const { winner: texts } = useDrawRoomTexts()
  const take = async (file: File | null) => {
    if (file === null) return onFingerprint('')
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    onFingerprint(new Uint8Array(digest).toHex())
  }
  return (
    <>
      <FileField label={label} onChoose={(file) => void take(file)} />
      <Text fontSize="xs" color="fg.muted" dir="ltr" overflowWrap="anywhere">
        {fingerprint && `${texts.fingerprint} ${fingerprint}`}
      </Text>
    </>
  )
}
