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

const edge = {
  content: '""',
  display: 'block',
  position: 'sticky',
  zIndex: 1,
  pointerEvents: 'none',
} as const

/** What goes on above or below its edges fades: a line that is cut in two looks like a fault. */
const window400 = {
  maxH: '400px',
  overflowY: 'auto',
  scrollPaddingBlock: '12px 28px', // what has the keyboard is not faded
  mt: '-3',
  mb: { base: '-4', md: '-5' },
  _before: {
    ...edge,
    top: '0',
    height: '12px',
    mb: '-3',
    bgImage: 'linear-gradient({colors.bg.surface}, transparent)',
  },
  _after: {
    ...edge,
    bottom: '0',
    height: '28px',
    mt: '-28px',
    bgImage: 'linear-gradient(transparent, {colors.bg.surface})',
  },
} as const

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
        <Box role="region" aria-label={title} tabIndex={0} {...window400}>
          <Box pt="3" pb="6" pe="1">
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
        </Box>
      )}
    </Box>
  )
}
