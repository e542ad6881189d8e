import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'

import { NOTE_MAX } from '#services/contract/order-page.ts'
import type { OrderPageResponse, OrderRequest } from '#services/contract/order-page.ts'

import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { FormField } from '../../../components/form-field.tsx'
import { Input } from '../../../components/input.tsx'
import { dayOf } from '../../../lib/day.ts'
import { sentenceOf } from '../../../lib/http.ts'
import { useOrderTexts } from '../../../lib/text/account-order.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { showToast } from '../../../lib/toasts.ts'
import { useAskAboutOrder, useWithdrawRequest } from '../api/order-requests.ts'
import { OrderCard } from './order-card.tsx'

type Kind = OrderRequest['kind']

/** Cancelling, returning, choosing credit, and what became of what was asked before. */
export function OrderRequests({ order }: { order: OrderPageResponse }) {
  const { request } = useOrderTexts()
  const language = useLanguage()
  const [kind, setKind] = useState<Kind | null>(null)
  const isUnpaid = order.status === 'pending'
  const { mayRequest, requests, creditChoiceUntil } = order
  const { part, goOn } = useFocusAfter([kind, ...mayRequest, ...requests.map(stateOf)].join())
  const isOnItsWay =
    order.status === 'paid' && order.timeline.some(({ step }) => step === 'sent_out')
  if (mayRequest.length === 0 && requests.length === 0 && !isOnItsWay) return null

  const labels = {
    cancel: isUnpaid ? request.cancelUnpaid : request.cancel,
    return: request.return,
    credit: request.credit,
  }

  return (
    <OrderCard title={request.title} _print={{ display: 'none' }}>
      <Box ref={part}>
        {requests.map((asked) => (
          <Asked key={asked.id} orderId={order.id} asked={asked} onWithdrawn={goOn} />
        ))}
        {isOnItsWay && (
          <Text fontSize="sm" color="fg.soft">
            {request.onItsWay}
          </Text>
        )}
        {creditChoiceUntil !== null && (
          <Text fontSize="sm" color="fg.soft" mb="3">
            {request.creditUntil(dayOf(creditChoiceUntil, language))}
          </Text>
        )}
        {kind === null && mayRequest.length > 0 && (
          <Flex gap="2" wrap="wrap">
            {mayRequest.map((asked) => (
              <Button
                key={asked}
                type="button"
                variant="outline"
                size="sm"
                onClick={() => setKind(asked)}
              >
                {labels[asked]}
              </Button>
            ))}
          </Flex>
        )}
        {kind !== null && (
          <RequestForm
            orderId={order.id}
            kind={kind}
            title={labels[kind]}
            isUnpaid={isUnpaid}
            onDone={() => {
              setKind(null)
              goOn()
            }}
          />
        )}
      </Box>
    </OrderCard>
  )
}

const stateOf = ({ id, state }: OrderRequest) => `${id} ${state}`

/** After an act here what was pressed goes with it: the keyboard is at what may be done next. */
function useFocusAfter(shown: string) {
  const part = useRef<HTMLDivElement>(null)
  const hasActed = useRef(false)
  useEffect(() => {
    // What is shown comes a moment after the answer.
    if (!hasActed.current || document.activeElement !== document.body) return
    part.current?.querySelector<HTMLElement>('button:enabled')?.focus({ preventScroll: true })
  }, [shown])
  return { part, goOn: () => void (hasActed.current = true) }
}

type FormProps = {
  orderId: string
  kind: Kind
  title: string
  isUnpaid: boolean
  onDone: () => void
}

function RequestForm({ orderId, kind, title, isUnpaid, onDone }: FormProps) {
  const { request } = useOrderTexts()
  const ask = useAskAboutOrder(orderId)
  const [note, setNote] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const isAtOnce = isUnpaid && kind === 'cancel'
  const hints = {
    cancel: request.cancelHint,
    return: request.returnHint,
    credit: request.creditHint,
  }

  const send = () =>
    ask.mutate(
      { kind, ...(note.trim() && { note: note.trim() }) },
      {
        onSuccess: () => {
          onDone()
          showToast({ title: isAtOnce ? request.cancelled : request.sent })
        },
        onError: (reason) =>
          showToast({ title: sentenceOf(reason, request.failed), isError: true }),
      },
    )

  return (
    <chakra.form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <chakra.h3 ref={heading} tabIndex={-1} fontWeight="bold" outline="none">
        {title}
      </chakra.h3>
      <Text fontSize="sm" color="fg.soft" mb="3">
        {isAtOnce ? request.cancelUnpaidHint : hints[kind]}
      </Text>
      {!isAtOnce && (
        <FormField label={request.note}>
          {(parts) => (
            <Input
              {...parts}
              name="note"
              maxLength={NOTE_MAX}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          )}
        </FormField>
      )}
      <Flex gap="2" mt="3" wrap="wrap">
        <Button type="submit" size="sm" disabled={ask.isPending}>
          {isAtOnce ? request.confirmCancel : request.send}
        </Button>
        <Button type="button" variant="ghost" size="sm" onClick={onDone}>
          {kind === 'credit' ? request.creditBack : request.keep}
        </Button>
      </Flex>
    </chakra.form>
  )
}

const tones = {
  open: 'saffron',
  accepted: 'success',
  declined: 'danger',
  withdrawn: 'plain',
} as const

type AskedProps = { orderId: string; asked: OrderRequest; onWithdrawn: () => void }

function Asked({ orderId, asked, onWithdrawn }: AskedProps) {
  const { request } = useOrderTexts()
  const language = useLanguage()
  const withdraw = useWithdrawRequest(orderId)
  return (
    <Box
      pb="3"
      mb="3"
      borderBottomWidth="1px"
      borderBottomStyle="dashed"
      _last={{ pb: '0', mb: '0', borderBottomWidth: '0' }}
    >
      <Flex justify="space-between" gap="3" align="center">
        <Text fontWeight="bold">{request.kinds[asked.kind]}</Text>
        <Badge tone={tones[asked.state]}>{request.states[asked.state]}</Badge>
      </Flex>
      <Text fontSize="xs" color="fg.muted">
        {request.asked(dayOf(asked.createdAt, language))}
      </Text>
      {asked.answer && (
        <Text mt="1">
          <bdi>{asked.answer}</bdi>
        </Text>
      )}
      {asked.state === 'open' && (
        <Button
          type="button"
          variant="outline"
          size="sm"
          mt="2"
          disabled={withdraw.isPending}
          onClick={() =>
            withdraw.mutate(undefined, {
              onSuccess: () => {
                showToast({ title: request.withdrawn })
                onWithdrawn()
              },
              onError: (reason) =>
                showToast({ title: sentenceOf(reason, request.failed), isError: true }),
            })
          }
        >
          {request.withdraw}
        </Button>
      )}
    </Box>
  )
}
