import { Box, Grid } from '@chakra-ui/react'
import { useState } from 'react'

import type { AdminProduct } from '#services/contract/admin-products.ts'

import { ErrorRetry, ListSpinner } from '../../../components/admin/list-faces.tsx'
import { Modal } from '../../../components/admin/modal.tsx'
import { Button } from '../../../components/button.tsx'
import { useBusyDialog } from '../../../lib/admin/busy-dialog.ts'
import { useKeyFor } from '../../../lib/admin/key-for.ts'
import { fieldErrorsOf, showFailure, showSuccess } from '../../../lib/admin/outcome.ts'
import { sentenceOf } from '../../../lib/http.ts'
import { readablePhone } from '../../../lib/phone.ts'
import { useAdminOrdersTexts } from '../../../lib/text/admin-orders.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { showToast } from '../../../lib/toasts.ts'
import { usePickerProducts } from '../api/list-products.ts'
import { usePlaceOrder } from '../api/place-order.ts'
import {
  chosenLines,
  draftProblem,
  emptyDraft,
  refusedOf,
  requestOf,
  totalsOf,
} from '../manual-draft.ts'
import type { Draft, DraftProblem, Refused } from '../manual-draft.ts'
import { shortIdOf } from '../order-words.ts'
import { CustomerFields } from './manual-customer.tsx'
import type { PartProps } from './manual-customer.tsx'
import { LineFields } from './manual-lines.tsx'
import { PaymentFields, ShippingFields } from './manual-payment.tsx'
import { ManualSummary } from './manual-summary.tsx'

/** Taking an order at the counter or by telephone. */
export function ManualOrderDialog({ onClose }: { onClose: () => void }) {
  const { manual } = useAdminOrdersTexts()
  const { data, error, isError, refetch } = usePickerProducts()
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const [problem, setProblem] = useState<DraftProblem | null>(null)
  const { place, isPending, refusal, refused, forget } = usePlacing(draft, onClose)
  const products = data?.data ?? []
  const byId = new Map(products.map((product) => [product.id, product]))
  const change = (changes: Partial<Draft>) => {
    setProblem(null)
    forget()
    setDraft((now) => ({ ...now, ...changes }))
  }

  const submit = () => {
    if (!data || isPending) return
    const found = draftProblem(draft, byId, manual)
    setProblem(found)
    if (found) showToast({ title: found.title, text: found.text, isError: true })
    else place()
  }

  return (
    <Modal
      title={manual.title}
      lead={manual.lead}
      width="wide"
      refusal={refusal}
      onSubmit={submit}
      onClose={onClose}
      footer={<Foot isPending={isPending} isDisabled={!data} onClose={onClose} />}
    >
      {isError && (
        <ErrorRetry line={manual.productsFailed} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !isError && <ListSpinner />}
      {data && <Fields {...{ draft, products, problem, refused }} onChange={change} />}
    </Modal>
  )
}

type FieldsProps = PartProps & { products: readonly AdminProduct[] }

function Fields({ products, ...parts }: FieldsProps) {
  const { draft } = parts
  const lines = chosenLines(draft, new Map(products.map((product) => [product.id, product])))
  return (
    <Grid templateColumns={{ base: '1fr', md: '1fr 280px' }} gap="6" alignItems="start">
      <Box display="flex" flexDirection="column" gap="6" minW="0">
        <CustomerFields {...parts} />
        <LineFields {...parts} products={products} />
        <ShippingFields {...parts} />
        <PaymentFields {...parts} />
      </Box>
      <Box position={{ md: 'sticky' }} top="0">
        <ManualSummary lines={lines} totals={totalsOf(draft, lines)} />
      </Box>
    </Grid>
  )
}

type FootProps = { isPending: boolean; isDisabled: boolean; onClose: () => void }

function Foot({ isPending, isDisabled, onClose }: FootProps) {
  const admin = useAdminTexts()
  const { manual } = useAdminOrdersTexts()
  useBusyDialog(isPending)
  return (
    <>
      <Button
        type="button"
        variant="outline"
        flex={{ base: 1, md: 'none' }}
        disabled={isPending}
        onClick={onClose}
      >
        {admin.cancel}
      </Button>
      <Button
        type="submit"
        flex={{ base: 1, md: 'none' }}
        ms={{ md: 'auto' }}
        minW="160px"
        disabled={isPending || isDisabled}
      >
        {isPending ? manual.submitting : manual.submit}
      </Button>
    </>
  )
}

function usePlacing(draft: Draft, onClose: () => void) {
  const text = useAdminOrdersTexts()
  const { manual } = text
  const placing = usePlaceOrder({
    onPlaced: ({ order, raffleTickets }, { customerPhone }) => {
      const tickets = raffleTickets.reduce((sum, one) => sum + one.ticketNumbers.length, 0)
      const name = order.customerName || readablePhone(customerPhone)
      showSuccess(manual.created, manual.createdText(shortIdOf(order.id), name, tickets))
    },
    onRefused: (reason) => showFailure(manual.failedTitle, reason, manual.failed),
  })
  const keyFor = useKeyFor()

  const place = () => {
    const order = requestOf(draft)
    placing.mutate({ order, idempotencyKey: keyFor(order) }, { onSuccess: () => onClose() })
  }
  const { error, isPending } = placing
  const fields = fieldErrorsOf(error)
  const refused: Refused = refusedOf({ fields, sentence: sentenceOf(error, manual.failed) }, text)
  /** As what was missing, a refusal is of the order as it was. */
  const forget = () => {
    if (error !== null) placing.reset()
  }
  return { place, isPending, refusal: error, refused, forget }
}
