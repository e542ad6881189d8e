import { Box, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

import { PageTitle } from '../page-title.tsx'

type Props = { title: string; lead?: string; children: ReactNode }

/** What stands between staff and their area: a password to choose, a proof to give. */
export function DoorSheet({ title, lead, children }: Props) {
  return (
    <Box
      maxW="panel"
      mx="auto"
      mt={{ base: '2', md: '10' }}
      bg="bg.surface"
      borderWidth="1px"
      borderTopWidth="5px"
      borderTopColor="plate.wine"
      borderRadius="control"
      p={{ base: '5', md: '8' }}
    >
      <PageTitle fontSize="2xl" mb={lead ? '1' : '5'}>
        {title}
      </PageTitle>
      {lead && (
        <Text color="fg.soft" mb="5">
          {lead}
        </Text>
      )}
      {children}
    </Box>
  )
}
