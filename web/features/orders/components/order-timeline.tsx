import { Box, chakra, Text, VisuallyHidden } from '@chakra-ui/react'

import type { OrderPageResponse } from '#services/contract/order-page.ts'

import { momentOf } from '../../../lib/day.ts'
import { useOrderTexts } from '../../../lib/text/account-order.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { stepsOf } from '../order-steps.ts'
import type { ShownStep } from '../order-steps.ts'
import { OrderCard } from './order-card.tsx'

export function OrderTimeline({ order }: { order: OrderPageResponse }) {
  const { timeline } = useOrderTexts()
  const language = useLanguage()
  const steps = stepsOf(order, { text: timeline, language })
  return (
    <OrderCard title={timeline.title}>
      {order.pickupCode !== null && <PickupCode code={order.pickupCode} />}
      <chakra.ol listStyleType="none">
        {steps.map((step, index) => (
          <Step key={index} step={step} isLast={index === steps.length - 1} />
        ))}
      </chakra.ol>
    </OrderCard>
  )
}

/** What the counter asks for. */
function PickupCode({ code }: { code: string }) {
  const { pickupCode, pickupCodeHint } = useOrderTexts()
  return (
    <Box
      bg="cedar.subtle"
      color="cedar.fg"
      borderRadius="control"
      px="4"
      py="3"
      mb="4"
      textAlign="center"
    >
      <Text fontSize="sm" fontWeight="bold">
        {pickupCode}
      </Text>
      <Text fontFamily="serial" fontSize="2xl" fontWeight="heavy" letterSpacing="serial">
        <bdi dir="ltr">{code}</bdi>
      </Text>
      <Text fontSize="xs">{pickupCodeHint}</Text>
    </Box>
  )
}

function Step({ step, isLast }: { step: ShownStep; isLast: boolean }) {
  const { timeline } = useOrderTexts()
  const language = useLanguage()
  const isDone = step.at !== null
  const colour = step.tone === 'bad' ? 'pomegranate.fg' : 'cedar.solid'
  return (
    <chakra.li position="relative" ps="8" pb={isLast ? '0' : '5'}>
      {!isLast && (
        <Box
          aria-hidden
          position="absolute"
          insetInlineStart="7px"
          top="18px"
          bottom="-4px"
          borderInlineStartWidth="2px"
          borderInlineStartStyle={isDone ? 'solid' : 'dashed'}
          borderColor={isDone ? colour : 'line.strong'}
        />
      )}
      <Box
        aria-hidden
        position="absolute"
        insetInlineStart="0"
        top="4px"
        boxSize="16px"
        borderRadius="full"
        borderWidth="2px"
        borderStyle={isDone ? 'solid' : 'dashed'}
        borderColor={isDone ? colour : 'line.strong'}
        bg={isDone ? colour : 'bg.surface'}
      />
      <Text fontWeight={isDone ? 'bold' : 'medium'} color={isDone ? 'fg' : 'fg.soft'}>
        <VisuallyHidden>{isDone ? timeline.done : timeline.next}: </VisuallyHidden>
        {step.title}
      </Text>
      {step.at !== null && (
        <chakra.time dateTime={step.at} fontSize="xs" color="fg.muted" display="block">
          {momentOf(step.at, language)}
        </chakra.time>
      )}
      {step.hint && (
        <Text fontSize="xs" color="fg.muted">
          {step.hint}
        </Text>
      )}
    </chakra.li>
  )
}
