import { Flex } from '@chakra-ui/react'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'

import { useFactorTexts } from '../../lib/text/factors.ts'
import { Button } from '../button.tsx'
import { CodeField } from './code-field.tsx'
import { FactorForm } from './factor-form.tsx'

type Props = {
  /** What this person may give. */
  hasCode: boolean
  hasPasskey: boolean
  error: string | null
  isPending: boolean
  /** The code is typed anew after one that was refused. */
  onCode: (code: string, refused: () => void) => void
  onPasskey: () => void
}

/** Gives a second factor: whichever of them this person has. */
export function ProofForm(props: Props) {
  const { hasCode, hasPasskey, error, isPending, onCode, onPasskey } = props
  const text = useFactorTexts()
  const [code, setCode] = useState('')
  return (
    <FactorForm error={error} onSubmit={() => onCode(code, () => setCode(''))}>
      {hasPasskey && (
        <Button
          type="button"
          variant={hasCode ? 'outline' : 'solid'}
          disabled={isPending}
          onClick={onPasskey}
        >
          <KeyRound size={18} aria-hidden />
          {text.passkey}
        </Button>
      )}
      {hasCode && (
        <>
          <CodeField
            label={text.code}
            hint={text.codeHint}
            code={code}
            onCode={setCode}
            error={error}
          />
          <Button type="submit" disabled={isPending || code.trim().length < 6}>
            {text.confirm}
          </Button>
        </>
      )}
      {!hasCode && error && (
        <Flex role="alert" color="pomegranate.fg" fontSize="sm">
          {error}
        </Flex>
      )}
    </FactorForm>
  )
}
