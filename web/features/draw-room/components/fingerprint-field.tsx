import { Text } from '@chakra-ui/react'

import { fileButton } from '../../../components/file-button.ts'
import { FormField } from '../../../components/form-field.tsx'
import { Input } from '../../../components/input.tsx'
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
  const take = async (file: File | undefined) => {
    if (file === undefined) return onFingerprint('')
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    onFingerprint(new Uint8Array(digest).toHex())
  }
  return (
    <>
      <FormField label={label}>
        {(parts) => (
          <Input
            {...parts}
            type="file"
            py="2"
            css={fileButton}
            onChange={({ target }) => void take(target.files?.[0])}
          />
        )}
      </FormField>
      <Text fontSize="xs" color="fg.muted" dir="ltr" overflowWrap="anywhere">
        {fingerprint && `${texts.fingerprint} ${fingerprint}`}
      </Text>
    </>
  )
}
