import { Box, chakra, Container, Text } from '@chakra-ui/react'

import { Microtext } from '../../components/microtext.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { Perforation } from '../../components/perforation.tsx'
import { PrintedPlate } from '../../components/printed-plate.tsx'
import { CodeStep } from '../../features/auth/components/code-step.tsx'
import { FactorStep } from '../../features/auth/components/factor-step.tsx'
import { PhoneStep } from '../../features/auth/components/phone-step.tsx'
import { chatLink } from '../../lib/contact-links.ts'
import { useSettings } from '../../lib/page.tsx'
import { useAccountTexts } from '../../lib/text/account.tsx'
import { useSignIn } from './use-sign-in.ts'

export function Login() {
  const { login } = useAccountTexts()
  const settings = useSettings()
  const signIn = useSignIn()
  return (
    <Container maxW="480px" mx="auto" px="4" py={{ base: '8', md: '16' }}>
      <Box
        bg="bg.surface"
        borderWidth="1px"
        borderRadius="ticket"
        boxShadow="ticket"
        overflow="hidden"
      >
        <PrintedPlate seed="sign in">
          <PageTitle fontSize="2xl">{login.title}</PageTitle>
          <Text mt="2" fontSize="sm" maxW="30ch">
            {login.lead}
          </Text>
        </PrintedPlate>
        <Microtext color="cedar.fg" />
        <Perforation />
        <Box p="6">
          {signIn.step === 'phone' && <PhoneStep {...signIn.phoneStep} />}
          {signIn.step === 'code' && <CodeStep {...signIn.codeStep} />}
          {signIn.step === 'factor' && <FactorStep {...signIn.factorStep} />}
          {signIn.step !== 'factor' && (
            <Text mt="5" fontSize="xs" color="fg.muted">
              {login.smsRisk}
            </Text>
          )}
        </Box>
        <Box borderTopWidth="1px" borderTopStyle="dashed" p="4" textAlign="center">
          <chakra.a
            href={chatLink(settings)}
            target="_blank"
            rel="noreferrer"
            color="cedar.fg"
            fontWeight="bold"
            fontSize="sm"
            textDecoration="underline"
            display="inline-block"
            py="1"
          >
            {login.whatsapp}
          </chakra.a>
        </Box>
      </Box>
    </Container>
  )
}
