import { Box, chakra, Container, Flex, Grid, Text } from '@chakra-ui/react'

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
    <Container maxW={{ base: '480px', lg: '960px' }} mx="auto" px="4" py={{ base: '8', md: '16' }}>
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' }}
        bg="bg.surface"
        borderWidth="1px"
        borderRadius="ticket"
        boxShadow="ticket"
        overflow="hidden"
      >
        <Box>
          <PrintedPlate seed="sign in">
            <PageTitle fontSize={{ base: '2xl', lg: '3xl' }}>{login.title}</PageTitle>
            <Text mt="2" fontSize={{ base: 'sm', lg: 'md' }} maxW="30ch">
              {login.lead}
            </Text>
          </PrintedPlate>
          <Box hideFrom="lg">
            <Microtext color="cedar.fg" />
            <Perforation />
          </Box>
        </Box>
        <Flex
          direction="column"
          minH={{ lg: '540px' }}
          borderInlineStartWidth={{ lg: '2px' }}
          borderStyle="dashed"
        >
          <Box p={{ base: '6', lg: '10' }} my={{ lg: 'auto' }}>
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
        </Flex>
      </Grid>
    </Container>
  )
}
