// What fails to draw says so: without this React would leave an empty window behind.
import { Box } from '@chakra-ui/react'
import { Component } from 'react'
import type { ReactNode } from 'react'

import { useTexts } from '../lib/text/text.tsx'
import { Button } from './button.tsx'
import { EmptyTicket } from './empty-ticket.tsx'

type Props = { path: string; children: ReactNode }
type State = { path: string; isBroken: boolean }

/** A class: React tells of it in no other way. Another address is tried anew. */
export class PageGuard extends Component<Props, State> {
  override state: State = { path: this.props.path, isBroken: false }

  static getDerivedStateFromError(): Partial<State> {
    return { isBroken: true }
  }

  static getDerivedStateFromProps({ path }: Props, before: State): State | null {
    return path === before.path ? null : { path, isBroken: false }
  }

  override render(): ReactNode {
    return this.state.isBroken ? <BrokenPage /> : this.props.children
  }
}

function BrokenPage() {
  const text = useTexts()
  return (
    <Box as="main" p="6">
      <EmptyTicket line={text.failed.title} isAlert isTitle>
        <Button variant="outline" onClick={() => location.reload()}>
          {text.retry}
        </Button>
      </EmptyTicket>
    </Box>
  )
}
