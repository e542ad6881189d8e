import { Box, Flex, Text } from '@chakra-ui/react'

import { Quoted } from '../../../components/admin/quoted.tsx'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { momentOf } from '../../../lib/day.ts'
import { useAdminOrdersTexts } from '../../../lib/text/admin-orders.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { heldBy, mayAct } from '../order-act-forms.ts'
import { DetailSection } from './detail-section.tsx'
import type { DetailPart } from './order-facts.tsx'

/** What the buyer asks for, and what was answered. */
export function OrderAsked({ order, role, onAct }: DetailPart) {
  const text = useAdminOrdersTexts()
  const language = useLanguage()
  const held = heldBy(order)
  if (order.requests.length === 0) return null
  return (
    <DetailSection title={text.detail.requests}>
      {order.requests.map(({ id, kind, state, note, answer, createdAt }) => (
        <Box key={id} py="1.5">
          <Flex gap="2" align="center" wrap="wrap">
            <Text fontWeight="bold">{text.requestKinds[kind]}</Text>
            <Badge tone={state === 'open' ? 'saffron' : 'plain'}>{text.requestStates[state]}</Badge>
            <Text fontSize="xs" color="fg.muted">
              <bdi>{momentOf(createdAt, language)}</bdi>
            </Text>
          </Flex>
          {note && (
            <Text fontSize="sm" mt="1">
              <Quoted>{note}</Quoted>
            </Text>
          )}
          {answer && (
            <Text fontSize="sm" color="fg.soft" mt="1">
              <bdi>{answer}</bdi>
            </Text>
          )}
          {state === 'open' && mayAct(role, 'accept') && (
            <Flex gap="2" mt="2">
              {(held === null || kind === 'credit') && (
                <Button
                  data-act="accept"
                  size="sm"
                  onClick={() => onAct({ kind: 'accept', requestId: id })}
                >
                  {text.acts.accept}
                </Button>
              )}
              <Button
                data-act="decline"
                size="sm"
                variant="outline"
                onClick={() => onAct({ kind: 'decline', requestId: id })}
              >
                {text.acts.decline}
              </Button>
            </Flex>
          )}
        </Box>
      ))}
    </DetailSection>
  )
}
