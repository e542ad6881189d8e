import { chakra, Flex, Tabs } from '@chakra-ui/react'

import { Button } from '../../../components/button.tsx'
import { Input } from '../../../components/input.tsx'
import { FormField } from '../../../components/form-field.tsx'
import { useFaultFocus } from '../../../lib/fault-focus.ts'
import { useAccountTexts } from '../../../lib/text/account.tsx'

export type Way = 'signIn' | 'signUp'

type Props = {
  way: Way
  phone: string
  fullName: string
  error: { field: 'phone' | 'fullName'; text: string } | null
  isPending: boolean
  onWay: (way: Way) => void
  onPhone: (phone: string) => void
  onFullName: (fullName: string) => void
  onSubmit: () => void
}

export function PhoneStep(props: Props) {
  const { way, onWay } = props
  const { login } = useAccountTexts()
  return (
    <Tabs.Root value={way} onValueChange={({ value }) => onWay(value as Way)}>
      <Tabs.List>
        <Tabs.Trigger value="signIn">{login.signIn}</Tabs.Trigger>
        <Tabs.Trigger value="signUp">{login.signUp}</Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="signIn">{way === 'signIn' && <PhoneForm {...props} />}</Tabs.Content>
      <Tabs.Content value="signUp">{way === 'signUp' && <PhoneForm {...props} />}</Tabs.Content>
    </Tabs.Root>
  )
}

function PhoneForm(props: Props) {
  const { way, phone, fullName, error, isPending, onPhone, onFullName, onSubmit } = props
  const { login } = useAccountTexts()
  const form = useFaultFocus(error)
  return (
    <chakra.form
      ref={form}
      noValidate
      display="flex"
      flexDirection="column"
      gap="4"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {way === 'signUp' && (
        <FormField label={login.fullName} error={error?.field === 'fullName' ? error.text : null}>
          {(parts) => (
            <Input
              {...parts}
              name="name"
              autoComplete="name"
              value={fullName}
              onChange={({ target }) => onFullName(target.value)}
            />
          )}
        </FormField>
      )}
      <FormField
        label={login.phone}
        hint={login.phoneHint}
        error={error?.field === 'phone' ? error.text : null}
      >
        {(parts) => (
          <Flex dir="ltr" gap="2" align="center">
            <chakra.span
              aria-hidden
              px="3"
              minH="control"
              display="inline-flex"
              alignItems="center"
              bg="bg.sunk"
              boxShadow="sunk"
              borderRadius="control"
              fontWeight="bold"
            >
              +961
            </chakra.span>
            <Input
              {...parts}
              type="tel"
              name="tel"
              inputMode="tel"
              autoComplete="tel"
              maxLength={24}
              value={phone}
              onChange={({ target }) => onPhone(target.value)}
            />
          </Flex>
        )}
      </FormField>
      <Button type="submit" disabled={isPending}>
        {isPending ? login.sending : login.send}
      </Button>
    </chakra.form>
  )
}
