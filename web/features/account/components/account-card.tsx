import { Box, chakra, Heading, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

type CardProps = { title: string; hint?: string; children: ReactNode }

/** One subject of the account. */
export function Card({ title, hint, children }: CardProps) {
  return (
    <Box
      as="section"
      bg="bg.surface"
      borderWidth="1px"
      borderRadius="ticket"
      boxShadow="ticket"
      p={{ base: '4', md: '5' }}
    >
      <Heading as="h2" fontSize="xl" fontWeight="bold">
        {title}
      </Heading>
      {hint && (
        <Text fontSize="sm" color="fg.soft" mt="1">
          {hint}
        </Text>
      )}
      {children}
    </Box>
  )
}

type Props = CardProps & { onSubmit?: () => void }

/** One that is a form of its own. */
export function AccountCard({ onSubmit, children, ...card }: Props) {
  return (
    <Card {...card}>
      <chakra.form
        noValidate
        display="flex"
        flexDirection="column"
        alignItems="stretch"
        gap="4"
        mt="4"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit?.()
        }}
      >
        {children}
      </chakra.form>
    </Card>
  )
}
