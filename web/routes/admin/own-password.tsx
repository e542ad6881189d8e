import { Box, chakra, Heading, Text } from '@chakra-ui/react'
import { useState } from 'react'

import { TextField } from '../../components/admin/fields.tsx'
import { Button } from '../../components/button.tsx'
import { useAdminPassword } from '../../features/auth/api/admin-password.ts'
import { codeOf, showFailure, showSuccess } from '../../lib/admin/outcome.ts'
import { useFaultFocus } from '../../lib/fault-focus.ts'
import { sentenceOf } from '../../lib/http.ts'
import { useAdminStaffTexts } from '../../lib/text/admin-staff.ts'
import { useAdminTexts } from '../../lib/text/admin.ts'

type Props = { onChanged: () => void }

/** One's own password, changed because one wants to. */
export function OwnPassword(props: Props) {
  const { security } = useAdminStaffTexts()
  const { password: text } = security
  return (
    <Box as="section" bg="bg.surface" borderWidth="1px" borderRadius="control" p="4">
      <Heading as="h2" fontSize="lg" fontWeight="bold">
        {text.title}
      </Heading>
      <Text fontSize="sm" color="fg.soft" mb="4">
        {text.lead}
      </Text>
      <PasswordForm {...props} />
    </Box>
  )
}

function PasswordForm({ onChanged }: Props) {
  const { invitation, security } = useAdminStaffTexts()
  const { password: text } = security
  const { words, type, submit, isPending, faults, refusal } = usePasswordChange(onChanged)
  const form = useFaultFocus(refusal)
  return (
    <chakra.form
      ref={form}
      noValidate
      display="grid"
      gap="4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextField
        label={text.current}
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        value={words.current}
        onChange={type('current')}
        error={faults.current}
      />
      <TextField
        label={invitation.password}
        hint={invitation.hint}
        name="newPassword"
        type="password"
        autoComplete="new-password"
        value={words.chosen}
        onChange={type('chosen')}
        error={faults.chosen}
      />
      <TextField
        label={invitation.repeat}
        name="repeated"
        type="password"
        autoComplete="new-password"
        value={words.repeated}
        onChange={type('repeated')}
        error={faults.repeated}
      />
      <Button
        type="submit"
        justifySelf="start"
        disabled={isPending || words.current === '' || words.chosen === ''}
      >
        {text.change}
      </Button>
    </chakra.form>
  )
}

const nothing = { current: '', chosen: '', repeated: '' }

/** The call asks for a fresh proof by itself. */
function usePasswordChange(onChanged: () => void) {
  const { invitation, security } = useAdminStaffTexts()
  const { password: text } = security
  const admin = useAdminTexts()
  const change = useAdminPassword()
  const [words, setWords] = useState(nothing)
  const [difference, setDifference] = useState<{ sentence: string } | null>(null)
  const fault = codeOf(change.error)

  const submit = () => {
    change.reset() // what the shop said of the last try
    if (words.chosen !== words.repeated) return setDifference({ sentence: invitation.differ })
    setDifference(null)
    change.mutate(
      { currentPassword: words.current, newPassword: words.chosen },
      {
        onSuccess: () => {
          setWords(nothing)
          showSuccess(text.changed)
          onChanged()
        },
        onError: (error) => {
          if (!isAtField(codeOf(error))) showFailure(admin.error, error, text.failed)
        },
      },
    )
  }
  return {
    words,
    type: (name: keyof typeof nothing) => (value: string) =>
      setWords((now) => ({ ...now, [name]: value })),
    submit,
    isPending: change.isPending,
    faults: {
      current: fault === 'wrong_password' ? text.wrong : null,
      chosen: fault === 'weak_password' ? sentenceOf(change.error, text.failed) : null,
      repeated: difference?.sentence ?? null,
    },
    refusal: difference ?? change.error,
  }
}

const isAtField = (code: string | null) => code === 'wrong_password' || code === 'weak_password'
