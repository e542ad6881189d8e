import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { useState } from 'react'

import { latinDigits } from '#events/kernel/latin-digits.ts'
import type { FulfilmentOrder, FulfilmentStage } from '#services/contract/fulfilment.ts'

import { TextField } from '../../../components/admin/fields.tsx'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { momentOf } from '../../../lib/day.ts'
import { useFaultFocus } from '../../../lib/fault-focus.ts'
import { readablePhone } from '../../../lib/phone.ts'
import { useAdminDesksTexts } from '../../../lib/text/admin-desks.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import type { Handover } from '../api/fulfilment.ts'
import { CameBackForm } from './came-back-form.tsx'

type Props = {
  order: FulfilmentOrder
  stage: FulfilmentStage
  mayAct: boolean
  isPending: boolean
  /** `onWrongCode`: it is not the one that the buyer was sent. */
  onStep: (step: Handover['step'], code: string, onWrongCode?: () => void) => void
  onCameBack: (why: string) => void
  onOpen: () => void
}

export function FulfilmentCard({ order, stage, mayAct, onOpen, ...steps }: Props) {
  const { isPending, onStep, onCameBack } = steps
  const { fulfilment } = useAdminDesksTexts()
  const isPickup = order.shippingMethod === 'pickup'
  return (
    <Box
      as="article"
      aria-label={order.reference}
      bg="bg.surface"
      borderWidth="1px"
      borderRadius="ticket"
      p="4"
      display="flex"
      flexDirection="column"
      gap="3"
    >
      <CardHead order={order} onOpen={onOpen} />
      <chakra.ul listStyleType="none" flex="1">
        {order.items.map((item, index) => (
          <Flex asChild key={index} gap="2" py="0.5">
            <li>
              <chakra.span fontWeight="heavy" minW="28px" whiteSpace="nowrap">
                <bdi>{item.quantity}</bdi> ×
              </chakra.span>
              <span>
                {item.productName}
                {item.variantName && `, ${item.variantName}`}
              </span>
            </li>
          </Flex>
        ))}
      </chakra.ul>
      {order.address && !isPickup && (
        <Text fontSize="sm" color="fg.soft" overflowWrap="anywhere">
          {order.address}
        </Text>
      )}
      {mayAct && stage === 'to_prepare' && (
        <Button
          size="sm"
          disabled={isPending}
          onClick={() => onStep(isPickup ? 'ready' : 'sent_out', '')}
        >
          {isPickup ? fulfilment.ready : fulfilment.sentOut}
        </Button>
      )}
      {mayAct && stage === 'ready' && <CodeForm isPending={isPending} onStep={onStep} />}
      {mayAct && stage === 'sent_out' && (
        <Button size="sm" disabled={isPending} onClick={() => onStep('handed_over', '')}>
          {fulfilment.delivered}
        </Button>
      )}
      {mayAct && stage !== 'to_prepare' && (
        <CameBackForm isPending={isPending} onCameBack={onCameBack} />
      )}
    </Box>
  )
}

function CardHead({ order, onOpen }: Pick<Props, 'order' | 'onOpen'>) {
  const { fulfilment } = useAdminDesksTexts()
  const language = useLanguage()
  const since = order.sentOutAt ?? order.readyAt
  return (
    <Flex justify="space-between" columnGap="3" rowGap="1" wrap="wrap">
      <Box minW="190px" flex="1">
        <Flex gap="2" align="center" wrap="wrap">
          <chakra.button
            type="button"
            fontFamily="serial"
            fontWeight="bold"
            textDecoration="underline"
            whiteSpace="nowrap"
            cursor="pointer"
            aria-label={`${fulfilment.openOrder} ${order.reference}`}
            onClick={onOpen}
          >
            <bdi>{order.reference}</bdi>
          </chakra.button>
          <Badge tone={order.shippingMethod === 'pickup' ? 'cedar' : 'saffron'}>
            {order.shippingMethod === 'pickup' ? fulfilment.pickup : fulfilment.delivery}
          </Badge>
        </Flex>
        <Flex fontSize="sm" mt="1" columnGap="3" wrap="wrap">
          <bdi>{order.customer || fulfilment.nobody}</bdi>
          {order.phone && (
            <chakra.bdi dir="ltr" whiteSpace="nowrap">
              {readablePhone(order.phone)}
            </chakra.bdi>
          )}
        </Flex>
      </Box>
      <Text fontSize="xs" color="fg.muted" flexShrink={0}>
        {since === null
          ? fulfilment.paid(momentOf(order.paidAt, language))
          : fulfilment.since(momentOf(since, language))}
      </Text>
    </Flex>
  )
}

function CodeForm({ isPending, onStep }: Pick<Props, 'isPending' | 'onStep'>) {
  const { fulfilment } = useAdminDesksTexts()
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<{ sentence: string } | null>(null)
  const form = useFaultFocus(fault)
  const refuse = (sentence: string) => setFault({ sentence })
  return (
    <chakra.form
      ref={form}
      noValidate
      display="grid"
      gridTemplateColumns="1fr auto"
      gap="2"
      alignItems="start"
      onSubmit={(event) => {
        event.preventDefault()
        if (code !== '' && !/^\d{6}$/.test(code)) return refuse(fulfilment.badCode)
        setFault(null)
        onStep('handed_over', code, () => refuse(fulfilment.wrongCode))
      }}
    >
      <TextField
        label={fulfilment.code}
        name="code"
        charactersMax={6}
        hint={fulfilment.codeHint}
        error={fault?.sentence ?? null}
        value={code}
        onChange={(typed) => setCode(latinDigits(typed).replace(/\D/g, ''))}
      />
      <Button type="submit" mt="6" disabled={isPending}>
        {fulfilment.handedOver}
      </Button>
    </chakra.form>
  )
}
