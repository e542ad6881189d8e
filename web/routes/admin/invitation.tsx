import { Box, chakra, Container, Text } from '@chakra-ui/react'
import { useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'

import { TextField } from '../../components/admin/fields.tsx'
import { Button } from '../../components/button.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { useAcceptInvitation } from '../../features/admin-staff/api/security.ts'
import { useFaultFocus } from '../../lib/fault-focus.ts'
import { sentenceOf } from '../../lib/http.ts'
import { paths } from '../../lib/paths.ts'
import { useAdminStaffTexts } from '../../lib/text/admin-staff.ts'
import { showToast } from '../../lib/toasts.ts'

/** Whoever has the link chooses the password; the token stands behind the `#` and goes nowhere. */
export function StaffInvitation() {
  const { invitation: text } = useAdminStaffTexts()
  const token = useHash()
  return (
    <Container maxW="432px" mx="auto" px="4" py={{ base: '10', md: '24' }}>
      <Box
        bg="bg.surface"
        borderWidth="1px"
        borderTopWidth="5px"
        borderTopColor="plate.wine"
        borderRadius="control"
        p={{ base: '5', md: '8' }}
      >
        <PageTitle fontSize="2xl">{text.title}</PageTitle>
        <Text color="fg.soft" mb="6" mt="1">
          {text.lead}
        </Text>
        {token === '' ? <Text role="alert">{text.broken}</Text> : <PasswordForm token={token} />}
      </Box>
    </Container>
  )
}

/** Empty on the server, which never sees it. */
const useHash = (): string =>
  useSyncExternalStore(
    (listener) => {
      addEventListener('hashchange', listener)
      return () => removeEventListener('hashchange', listener)
    },
    () => location.hash.slice(1),
    () => '',
  )

function PasswordForm({ token }: { token: string }) {
  const { invitation: text } = useAdminStaffTexts()
  const navigate = useNavigate()
  const accept = useAcceptInvitation()
  const [newPassword, setNew] = useState('')
  const [repeated, setRepeated] = useState('')
  const [difference, setDifference] = useState<{ sentence: string } | null>(null)
  const form = useFaultFocus(difference ?? accept.error)

  const submit = () => {
    if (newPassword !== repeated) return setDifference({ sentence: text.differ })
    setDifference(null)
    accept.mutate(
      { token, newPassword },
      {
        onSuccess: ({ email }) => {
          showToast({ title: text.done, text: text.doneHint(email) })
          void navigate(paths.adminLogin, { replace: true })
        },
      },
    )
  }

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
        label={text.password}
        hint={text.hint}
        name="newPassword"
        type="password"
        autoComplete="new-password"
        value={newPassword}
        onChange={setNew}
        error={accept.error ? sentenceOf(accept.error, text.failed) : null}
      />
      <TextField
        label={text.repeat}
        name="repeated"
        type="password"
        autoComplete="new-password"
        value={repeated}
        onChange={setRepeated}
        error={difference?.sentence ?? null}
      />
      <Button type="submit" disabled={accept.isPending || newPassword === ''}>
        {text.choose}
      </Button>
    </chakra.form>
  )
}
