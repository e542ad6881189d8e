import { Box, chakra, Container, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'

import { Button } from '../../components/button.tsx'
import { Input } from '../../components/input.tsx'
import { FormField } from '../../components/form-field.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { useAdminLogin } from '../../features/auth/api/admin-login.ts'
import { useFaultFocus } from '../../lib/fault-focus.ts'
import { sentenceOf } from '../../lib/http.ts'
import { paths } from '../../lib/paths.ts'
import { useAccountTexts } from '../../lib/text/account.tsx'
import { useTexts } from '../../lib/text/text.tsx'
import { showToast } from '../../lib/toasts.ts'

export function AdminLogin() {
  const { admin } = useAccountTexts()
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
        <PageTitle fontSize="2xl">{admin.title}</PageTitle>
        <Text color="fg.soft" mb="6">
          {admin.lead}
        </Text>
        <AdminForm />
        <Box mt="5" textAlign="center" fontSize="sm">
          <chakra.span color="cedar.fg" fontWeight="bold" textDecoration="underline">
            <Link to={paths.home}>{admin.back}</Link>
          </chakra.span>
        </Box>
      </Box>
    </Container>
  )
}

function AdminForm() {
  const text = useTexts()
  const { admin } = useAccountTexts()
  const navigate = useNavigate()
  const login = useAdminLogin()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<{ sentence: string } | null>(null)
  const form = useFaultFocus(fault)

  const refuse = (sentence: string) => {
    setFault({ sentence })
    showToast({ title: text.toast.error, text: sentence, isError: true })
  }
  const submit = () => {
    if (email.trim() === '' || password.trim() === '') return refuse(admin.missing)
    login.mutate(
      { email: email.trim(), password },
      {
        onSuccess: () => {
          showToast({ title: admin.success, text: admin.successHint })
          void navigate(paths.admin)
        },
        onError: (reason) => refuse(sentenceOf(reason, admin.failed)),
      },
    )
  }

  return (
    <chakra.form
      ref={form}
      noValidate
      display="flex"
      flexDirection="column"
      gap="4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <FormField label={admin.email}>
        {(parts) => (
          <Input
            {...parts}
            type="email"
            name="email"
            autoComplete="username"
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        )}
      </FormField>
      <FormField label={admin.password} error={fault?.sentence ?? null}>
        {(parts) => (
          <Input
            {...parts}
            type="password"
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        )}
      </FormField>
      <Button type="submit" disabled={login.isPending}>
        {login.isPending ? admin.submitting : admin.submit}
      </Button>
    </chakra.form>
  )
}
