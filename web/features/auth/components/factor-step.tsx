import { Flex, Text } from '@chakra-ui/react'
import type { ComponentProps } from 'react'

import { Button } from '../../../components/button.tsx'
import { ProofForm } from '../../../components/second-factor/proof-form.tsx'
import { useAccountTexts } from '../../../lib/text/account.tsx'

type Props = Omit<ComponentProps<typeof ProofForm>, 'hasCode'> & { onChangePhone: () => void }

/** After the code by SMS, of who has set up more: the code of the app, or a passkey. */
export function FactorStep({ onChangePhone, ...proof }: Props) {
  const { login } = useAccountTexts()
  return (
    <Flex direction="column" gap="4">
      <Text color="fg.soft">{login.secondStep}</Text>
      <ProofForm {...proof} hasCode />
      <Button
        type="button"
        variant="ghost"
        size="sm"
        alignSelf="flex-start"
        ms="-4"
        onClick={onChangePhone}
      >
        {login.change}
      </Button>
    </Flex>
  )
}
