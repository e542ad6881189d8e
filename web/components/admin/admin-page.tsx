import { Box, Flex, Heading, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

import { PageTitle } from '../page-title.tsx'

type Props = {
  title: string
  lead?: ReactNode
  /** Buttons of the whole page, at its end. */
  actions?: ReactNode
  /** Under a tab the page's own h1 stands above; a page of the menu brings its h1 along. */
  level?: 'h1' | 'h2'
  children: ReactNode
}

/** A page or tab of the staff area: heading, what may be done at once, and the content. */
export function AdminPage({ title, lead, actions, level = 'h2', children }: Props) {
  return (
    <Box as="section" minW="0">
      <Flex gap="3" align="center" justify="space-between" wrap="wrap" mb="4">
        <Box minW="0">
          {level === 'h1' ? (
            <PageTitle fontSize="2xl">{title}</PageTitle>
          ) : (
            <Heading as="h2" fontSize="xl" fontWeight="heavy" lineHeight="snug">
              {title}
            </Heading>
          )}
          {lead && (
            <Text color="fg.soft" fontSize="sm" mt="1">
              {lead}
            </Text>
          )}
        </Box>
        {actions && (
          <Flex gap="2" wrap="wrap" css={{ '& > button': { px: { base: '4', md: '5' } } }}>
            {actions}
          </Flex>
        )}
      </Flex>
      {children}
    </Box>
  )
}
