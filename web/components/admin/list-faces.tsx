// The faces of a list beside its rows: on its way, failed, empty, and more to come.
import { Box, Flex } from '@chakra-ui/react'
import type { ReactNode } from 'react'

import { useFocusAfterNothingNew } from '../../lib/admin/first-new.ts'
import { refusalOf } from '../../lib/admin/outcome.ts'
import { ApiError } from '../../lib/http.ts'
import { useAdminTexts } from '../../lib/text/admin.ts'
import { useTexts } from '../../lib/text/text.tsx'
import { Button } from '../button.tsx'
import { EmptyTicket } from '../empty-ticket.tsx'
import { Spinner } from '../page-spinner.tsx'

export function ListSpinner() {
  const text = useTexts()
  return (
    <Flex justify="center" py="16" role="status" aria-label={text.loading} data-waits>
      <Spinner />
    </Flex>
  )
}

type RetryProps = { line: string; error: unknown; onRetry: () => void }

export function ErrorRetry({ line, error, onRetry }: RetryProps) {
  const text = useTexts()
  const admin = useAdminTexts()
  const isForbidden = error instanceof ApiError && error.status === 403
  const hint = isForbidden ? admin.notAllowed : refusalOf(error)
  return (
    <EmptyTicket line={line} isAlert {...(hint !== null && { hint })}>
      <Button type="button" variant="outline" onClick={onRetry}>
        {text.retry}
      </Button>
    </EmptyTicket>
  )
}

type EmptyProps = { line: string; hint?: string; children?: ReactNode }

export const EmptyState = (props: EmptyProps) => <EmptyTicket seed={props.line} {...props} />

type MoreProps = {
  shown: number
  total: number
  hasMore: boolean
  isLoading: boolean
  onMore: () => void
  /** There are more than `total`, which are not read however far one goes. */
  isCapped?: boolean
  /** What to do then, where it is not a narrower search. */
  cappedLine?: string
}

export function LoadMore(props: MoreProps) {
  const { shown, total, hasMore, isLoading, onMore, isCapped = false, cappedLine } = props
  const text = useAdminTexts()
  const button = useFocusAfterNothingNew({ isLoading, shown })
  return (
    <Flex
      direction="column"
      align="center"
      gap="2"
      mt="4"
      data-load-more={isLoading ? 'loading' : 'done'}
    >
      <Box fontSize="sm" color="fg.muted" textAlign="center" role="status">
        <p>
          <bdi>{isCapped ? text.shownOfMore(shown, total) : text.shown(shown, total)}</bdi>
        </p>
        {isCapped && <p>{cappedLine ?? text.capped(total)}</p>}
      </Box>
      {hasMore && (
        <Button ref={button} variant="outline" minW="180px" disabled={isLoading} onClick={onMore}>
          {isLoading ? text.loadingMore : text.more}
        </Button>
      )}
    </Flex>
  )
}

type FacesProps = {
  state: 'loading' | 'failed' | 'empty' | 'filled'
  error: unknown
  failedLine: string
  empty: ReactNode
  onRetry: () => void
  children: ReactNode
}

/** One of the four faces: `useAdminList` says which. */
export function ListFaces({ state, error, failedLine, empty, onRetry, children }: FacesProps) {
  switch (state) {
    case 'loading':
      return <ListSpinner />
    case 'failed':
      return <ErrorRetry line={failedLine} error={error} onRetry={onRetry} />
    case 'empty':
      return empty
    case 'filled':
      return children
  }
}
