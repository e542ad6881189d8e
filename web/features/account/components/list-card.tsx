import { Box, Flex, Heading } from '@chakra-ui/react'
import type { ReactNode } from 'react'

import { Button } from '../../../components/button.tsx'
import { EmptyTicket } from '../../../components/empty-ticket.tsx'
import { Spinner } from '../../../components/page-spinner.tsx'
import { useAccountTexts } from '../../../lib/text/account.tsx'
import { useTexts } from '../../../lib/text/text.tsx'

type Props = {
  title: string
  state: 'loading' | 'failed' | 'empty' | 'filled'
  emptyLine: string
  failedLine: string
  hasMore: boolean
  isLoadingMore: boolean
  onMore: () => void
  onRetry: () => void
  children: ReactNode
}

/** A list in a window of 400 px that the keyboard can scroll, with all its faces. */
export function ListCard(props: Props) {
  const { title, state, emptyLine, failedLine, hasMore, isLoadingMore } = props
  const text = useTexts()
  const { dashboard } = useAccountTexts()
  return (
    <Box
      as="section"
      bg="bg.surface"
      borderWidth="1px"
      borderRadius="ticket"
      boxShadow="ticket"
      p={{ base: '4', md: '5' }}
    >
      <Heading as="h2" fontSize="xl" fontWeight="bold" mb="3">
        {title}
      </Heading>
      {state === 'loading' && (
        <Flex justify="center" py="10" role="status" aria-label={text.loading}>
          <Spinner />
        </Flex>
      )}
      {state === 'failed' && (
        <EmptyTicket line={failedLine} isAlert>
          <Button variant="outline" onClick={props.onRetry}>
            {text.retry}
          </Button>
        </EmptyTicket>
      )}
      {state === 'empty' && <EmptyTicket line={emptyLine} seed={title} />}
      {state === 'filled' && (
        <Box role="region" aria-label={title} tabIndex={0} maxH="400px" overflowY="auto" pe="1">
          {props.children}
          {hasMore && (
            <Button
              variant="outline"
              size="sm"
              width="full"
              mt="3"
              disabled={isLoadingMore}
              onClick={props.onMore}
            >
              {isLoadingMore ? text.loading : dashboard.more}
            </Button>
          )}
        </Box>
      )}
    </Box>
  )
}
