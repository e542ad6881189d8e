import { chakra, Flex, Text } from '@chakra-ui/react'

import { TextField } from '../../../components/admin/fields.tsx'
import { FingerprintField } from '../../../components/admin/fingerprint-field.tsx'
import { ErrorRetry } from '../../../components/admin/list-faces.tsx'
import { Notice } from '../../../components/admin/notice.tsx'
import { useCatalogueTexts } from '../../../lib/text/admin-catalogue.ts'
import { useHasRepresentativeKey } from '../api/representative.ts'
import { toSign } from '../countersigned-cancel.ts'
import type { CancelledRaffle, Countersigned } from '../countersigned-cancel.ts'

type Props = {
  raffle: CancelledRaffle
  /** Of the published list. */
  cause: string
  value: Countersigned
  /** Neither was given, and one was asked for. */
  error: string | null
  onChange: (given: Countersigned) => void
}

/** The representative's consent to leave the published rule: by key, or on paper. */
export function CountersignedFields({ raffle, cause, value, error, onChange }: Props) {
  const { reason: text, raffleForm } = useCatalogueTexts()
  const { hasKey, isUnknown, error: why, refetch } = useHasRepresentativeKey(raffle.id)
  return (
    <Flex direction="column" gap="3" mt="4">
      <Notice isAlert={false}>
        <Text flex="1">{text.againstRule(raffleForm.underSoldRules[raffle.underSold])}</Text>
      </Notice>
      {isUnknown && (
        <ErrorRetry line={text.keyUnknown} error={why} onRetry={() => void refetch()} />
      )}
      {hasKey === true && (
        <>
          <Text fontSize="xs" color="fg.muted">
            {text.toSign}
          </Text>
          <chakra.code dir="ltr" fontSize="xs" overflowWrap="anywhere">
            {toSign(raffle.id, cause)}
          </chakra.code>
          <TextField
            name="signature"
            label={text.signature}
            value={value.signature ?? ''}
            error={error}
            onChange={(signature) => onChange({ signature })}
            isRequired
          />
        </>
      )}
      {hasKey === false && (
        <FingerprintField
          label={text.paper}
          mark="SHA-256"
          fingerprint={value.paperSha256 ?? ''}
          error={error}
          onFingerprint={(paperSha256) => onChange({ paperSha256 })}
        />
      )}
    </Flex>
  )
}
