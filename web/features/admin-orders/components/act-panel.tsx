import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'

import { seenOf } from '#services/contract/admin-order-acts.ts'
import type { AdminOrderDetail } from '#services/contract/admin-order-acts.ts'

import { danger } from '../../../components/admin/danger.ts'
import { Button } from '../../../components/button.tsx'
import { valuesAnew } from '../../../lib/admin/values-anew.ts'
import { useFaultFocus } from '../../../lib/fault-focus.ts'
import { dollars } from '../../../lib/money.ts'
import type { AdminOrdersTexts } from '../../../lib/text/admin-orders-en.ts'
import { useAdminOrdersTexts } from '../../../lib/text/admin-orders.ts'
import {
  fieldsOf,
  firstValues,
  isAboutCredit,
  isAskedNow,
  isProofMissing,
  lineOf,
  refundMethodsOf,
  sentAs,
  stillChosen,
  wayOf,
} from '../order-act-forms.ts'
import type { ActField, ActKind, ActValues, ChosenAct } from '../order-act-forms.ts'
import { owedBackOf } from '../owed-back.ts'
import { useDoAct } from '../use-do-act.ts'
import { ActFieldInput } from './act-field.tsx'
import { LineField } from './line-field.tsx'
import { RefundOwed } from './refund-owed.tsx'
import { RestockField } from './restock-field.tsx'

type Props = {
  order: AdminOrderDetail
  act: ChosenAct
  onRefresh: () => void
  onDone: () => void
}

/** Without a sentence: what was typed cannot be read. */
type Fault = { field: ActField; sentence?: string }

/** The form of one act, in the place of the buttons. */
export function ActPanel({ order, act, onRefresh, onDone }: Props) {
  const text = useAdminOrdersTexts()
  const { acts } = text
  const [values, setValues] = useState<ActValues>(() => firstValues(act, order))
  const [read, setRead] = useState(order)
  if (seenOf(read) !== seenOf(order)) {
    setRead(order)
    const [was, now] = [firstValues(act, read), firstValues(act, order)]
    setValues(stillChosen(valuesAnew({ typed: values, was, now }), order))
  }
  const [fault, setFault] = useState<Fault | null>(null)
  const form = useFaultFocus(fault)
  const onWrongCode = () => setFault({ field: 'code', sentence: acts.wrongCode })
  const { run, isPending } = useDoAct(order, { onDone, onRefresh, onWrongCode })
  const title = useFocusOnOpen()
  const fields = fieldsOf(act, order).filter((field) => isAskedNow(field, act, values, order))
  const hint = hintOf(act, { order, values, text })
  const owed = owedBackOf(act, order, values)

  const submit = () => {
    const field = isProofMissing(act, values) ? 'reference' : wrongField(fields, values)
    setFault(field && { field })
    if (field === null) run(act, values)
  }
  return (
    <chakra.form
      ref={form}
      noValidate
      bg="bg.sunk"
      borderWidth="1px"
      borderRadius="control"
      p="4"
      display="flex"
      flexDirection="column"
      gap="3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Box>
        <chakra.h3 ref={title} tabIndex={-1} fontWeight="bold" outline="none">
          {titleOf(act, order, acts)}
        </chakra.h3>
        {hint && (
          <Text fontSize="xs" color="fg.soft">
            {hint}
          </Text>
        )}
        {owed && <RefundOwed owed={owed} />}
      </Box>
      {fields.map((field) => {
        const value = values[field]
        const onChange = (given: string) => setValues((now) => ({ ...now, [field]: given }))
        if (field === 'restock')
          return (
            <RestockField
              key={field}
              order={shelved(act, order, values)}
              value={value}
              onChange={onChange}
            />
          )
        const own = fault?.field === field ? fault : null
        if (field === 'line') {
          const chosen = { order, value, isMissing: own !== null, onChange }
          return <LineField key={field} {...chosen} />
        }
        const ways = refundMethodsOf(act, order)
        const input = { field, value, isRefund: owed !== null, ways, fault: own, onChange }
        return <ActFieldInput key={field} {...input} />
      })}
      <Flex gap="2">
        <Button
          type="button"
          size="sm"
          variant="outline"
          flex="1"
          disabled={isPending}
          onClick={onDone}
        >
          {acts.keep}
        </Button>
        <Button
          type="submit"
          size="sm"
          flex="1"
          disabled={isPending}
          {...(undoing.has(act.kind) && danger)}
        >
          {acts.confirm}
        </Button>
      </Flex>
    </chakra.form>
  )
}

const undoing: ReadonlySet<ActKind> = new Set([
  'cancel',
  'return_line',
  'withdraw_refund',
  'withdraw_refund_payment',
])

/** Whose pieces the question is about. */
function shelved(act: ChosenAct, order: AdminOrderDetail, values: ActValues) {
  if (act.kind !== 'return_line') return order
  const line = lineOf(values, order)
  const restockable = line === undefined ? [] : [line]
  return { status: 'completed' as const, handover: null, restockable }
}

/** The button that opened it is gone: the focus goes on here. */
function useFocusOnOpen() {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return title
}

function titleOf(act: ChosenAct, order: AdminOrderDetail, acts: AdminOrdersTexts['acts']): string {
  if (act.kind === 'refund_mismatch') return acts.owe_refund
  if (act.kind === 'handed_over' && order.shippingMethod === 'delivery') return acts.delivered
  return acts[act.kind]
}

type Hinted = { order: AdminOrderDetail; values: ActValues; text: AdminOrdersTexts }

function hintOf(act: ChosenAct, { order, values, text: { acts, manual } }: Hinted) {
  switch (act.kind) {
    case 'cancel':
      return order.drawStanding === null ? acts.cancelHint : acts.drawnHint
    case 'accept':
      if (isAboutCredit(act, order)) return acts.choice.accept
      return order.drawStanding === null ? acts.acceptHint : acts.drawnHint
    case 'decline':
      return isAboutCredit(act, order) ? acts.choice.decline : null
    case 'correct_holder':
      return acts.holderHint
    case 'correct_contact':
      return acts.contactHint
    case 'came_back':
      return acts.cameBackHint
    case 'extend_hold':
      return acts.reservationHint
    case 'owe_refund':
      return acts.refundable(dollars(order.refundable))
    case 'return_line':
      return lineOf(values, order)?.ticketsStay ? acts.returns.staying : acts.returns.hint
    case 'refund_mismatch': {
      const attempt = order.attempts.find(({ id }) => id === act.attemptId)
      return attempt === undefined ? null : acts.refundable(dollars(attempt.returnable))
    }
    case 'pay_refund':
      if (values.refundMethod === 'credit') return acts.creditHint
      return wayOf(act, order) === 'money' ? acts.choice.none : null
    case 'withdraw_refund': {
      const refund = order.refunds.find(({ id }) => id === act.refundId)
      return acts.withdrawHints[refund?.withdrawable ?? 'stays']
    }
    case 'withdraw_refund_payment':
      return acts.withdrawPaymentHint
    case 'mark_paid':
      return manual.proofHint
    case 'prove_payment':
      return `${manual.proofHint} ${acts.methodHint}`
    default:
      return null
  }
}

const patterns: Partial<Record<ActField, RegExp>> = {
  amount: /^\d{1,8}(\.\d{1,2})?$/,
  hours: /^([1-9]\d?|[1-6]\d\d|7[01]\d|720)$/,
  phone: /^\+\d{8,15}$/,
  code: /^(\d{6})?$/,
  email: /^([^\s@]+@[^\s@]+\.[^\s@]+)?$/,
  address: /\S/,
  line: /\S/,
  why: /\S/,
  rate: /^(\d{1,9}(\.\d{1,4})?)?$/,
}

const wrongField = (fields: readonly ActField[], values: ActValues): ActField | null =>
  fields.find((field) => patterns[field]?.test(sentAs(field, values)) === false) ?? null
