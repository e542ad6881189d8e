import { Box, chakra, Dialog, Grid, Portal } from '@chakra-ui/react'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'

import type { SavedAddress } from '#services/contract/account.ts'

import { Button } from '../../../components/button.tsx'
import { useFaultFocus } from '../../../lib/fault-focus.ts'
import { dollars } from '../../../lib/money.ts'
import { modal } from '../../../lib/modal.ts'
import { openerOfOverlay } from '../../../lib/overlay.ts'
import { useCheckoutTexts } from '../../../lib/text/checkout.ts'
import { useTexts } from '../../../lib/text/text.tsx'
import { checkoutProblem, emptyCheckout } from '../validation.ts'
import type { CheckoutForm, FormProblem } from '../validation.ts'
import { ContactFields } from './contact-fields.tsx'
import { PaymentTiles, ShippingFields } from './shipping-fields.tsx'
import { Summary } from './summary.tsx'
import { TrustRow } from './trust-row.tsx'

type Props = {
  /** What the signed-in customer has told the shop before. */
  known: Pick<CheckoutForm, 'name' | 'email' | 'phone'>
  /** Kept by the customer for deliveries. */
  addresses: readonly SavedAddress[]
  lines: { key: string; label: string; cents: number }[]
  subtotalCents: number
  tickets: number
  isPending: boolean
  /** What the shop refused and what may be done about it. */
  refusal: ReactNode
  /** Fields that it refused; the same object for as long as it is the same refusal. */
  refused: FormProblem | null
  onProblem: (problem: FormProblem) => void
  onSubmit: (form: CheckoutForm, totalCents: number) => void
  /** Told on opening and on each change; the same functions from render to render. */
  onShipping: (method: CheckoutForm['shippingMethod']) => void
  onPayment: (method: CheckoutForm['paymentMethod']) => void
  onClose: () => void
}

const DELIVERY_CENTS = 500

export function CheckoutDialog(props: Props) {
  const { known, addresses, lines, subtotalCents, tickets, isPending, refusal, refused } = props
  const { onProblem, onSubmit, onShipping, onPayment, onClose } = props
  const checkout = useCheckoutTexts()
  const text = useTexts()
  const [form, setForm] = useState<CheckoutForm>({ ...emptyCheckout, ...known })
  const [found, setFound] = useState<FormProblem | null>(null)
  const problem = found ?? refused
  const formRef = useFaultFocus(problem)
  const { shippingMethod, paymentMethod } = form
  useEffect(() => onShipping(shippingMethod), [onShipping, shippingMethod])
  useEffect(() => onPayment(paymentMethod), [onPayment, paymentMethod])
  const change = (changes: Partial<CheckoutForm>) => setForm((now) => ({ ...now, ...changes }))

  const shippingCents = form.shippingMethod === 'delivery' ? DELIVERY_CENTS : 0
  const totalCents = subtotalCents + shippingCents
  const errorOf = (field: keyof CheckoutForm) => {
    if (!problem?.fields.includes(field)) return null
    return problem.fields[0] === field ? problem.text : '' // said once, at the first of them
  }

  const submit = () => {
    const wrong = checkoutProblem(form, checkout)
    setFound(wrong)
    if (wrong) onProblem(wrong)
    else onSubmit(form, totalCents)
  }

  return (
    <Dialog.Root size="lg" {...modal(onClose)} finalFocusEl={openerOfOverlay}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <chakra.form
              ref={formRef}
              noValidate
              display="contents"
              onSubmit={(event) => {
                event.preventDefault()
                submit()
              }}
            >
              <Dialog.Header>
                <Dialog.Title>{checkout.title}</Dialog.Title>
              </Dialog.Header>
              <Dialog.Body>
                <Grid templateColumns={{ base: '1fr', md: '1fr 320px' }} gap="6" alignItems="start">
                  <Box display="flex" flexDirection="column" gap="6">
                    <ContactFields form={form} errorOf={errorOf} onChange={change} />
                    <ShippingFields
                      form={form}
                      addresses={addresses}
                      errorOf={errorOf}
                      onChange={change}
                    />
                    <PaymentTiles form={form} onChange={change} />
                  </Box>
                  <Box position={{ md: 'sticky' }} top="0">
                    <Summary
                      lines={lines}
                      subtotalCents={subtotalCents}
                      shippingCents={shippingCents}
                      tickets={tickets}
                    />
                    <TrustRow />
                  </Box>
                </Grid>
              </Dialog.Body>
              <CheckoutFooter totalCents={totalCents} isPending={isPending} refusal={refusal} />
              <Dialog.CloseTrigger asChild>
                <Button variant="ghost" size="icon" aria-label={text.nav.close}>
                  <X size={20} aria-hidden />
                </Button>
              </Dialog.CloseTrigger>
            </chakra.form>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

type FooterProps = { totalCents: number; isPending: boolean; refusal: ReactNode }

function CheckoutFooter({ totalCents, isPending, refusal }: FooterProps) {
  const checkout = useCheckoutTexts()
  return (
    <Dialog.Footer flexDirection="column">
      {refusal}
      <chakra.p fontSize="micro" color="fg.muted">
        {checkout.adult}
      </chakra.p>
      <Button type="submit" variant="gold" width="full" disabled={isPending}>
        {isPending ? checkout.processing : checkout.pay(dollars(totalCents))}
      </Button>
    </Dialog.Footer>
  )
}
