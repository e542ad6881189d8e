import { chakra, Grid, Text } from '@chakra-ui/react'
import { useState } from 'react'

import { SelectField, TextAreaField, TextField } from '../../../components/admin/fields.tsx'
import { useAdminOrdersTexts } from '../../../lib/text/admin-orders.ts'
import type { PartProps } from './manual-customer.tsx'
import { Choices, Group } from './manual-group.tsx'

const ADDRESS_MAX = 1_000
/** `999,999,999.9999` */
const RATE_MAX = 16

export function ShippingFields({ draft, problem, refused, onChange }: PartProps) {
  const { manual } = useAdminOrdersTexts()
  return (
    <Group legend={manual.shipping}>
      <Choices
        name="shippingMethod"
        value={draft.shippingMethod}
        choices={[
          { value: 'pickup', label: manual.pickup },
          { value: 'delivery', label: manual.delivery },
        ]}
        onChoose={(shippingMethod) => onChange({ shippingMethod })}
      />
      {draft.shippingMethod === 'delivery' && (
        <TextAreaField
          label={manual.address}
          name="deliveryAddress"
          rows={2}
          charactersMax={ADDRESS_MAX}
          value={draft.address}
          error={problem?.at === 'address' ? problem.text : (refused.address ?? null)}
          onChange={(address) => onChange({ address })}
        />
      )}
    </Group>
  )
}

type PaymentProps = Omit<PartProps, 'refused'>

export function PaymentFields({ draft, problem, onChange }: PaymentProps) {
  const { manual } = useAdminOrdersTexts()
  const isPaid = draft.status === 'paid'
  return (
    <>
      <Group legend={manual.payment}>
        <Choices
          name="paymentMethod"
          value={draft.paymentMethod}
          choices={(['whish', 'omt', 'card', 'cash'] as const).map((value) => ({
            value,
            label: manual.payments[value],
          }))}
          onChoose={(paymentMethod) => onChange({ paymentMethod })}
        />
      </Group>
      <Group legend={manual.status}>
        <Choices
          name="orderStatus"
          value={draft.status}
          choices={[
            { value: 'paid', label: manual.paid },
            { value: 'pending', label: manual.pending },
          ]}
          onChoose={(status) => onChange({ status })}
        />
        <Text fontSize="sm" color="fg.soft" role="status">
          {isPaid ? manual.paidHint : manual.pendingHint}
        </Text>
        {isPaid && <ProofFields draft={draft} problem={problem} onChange={onChange} />}
      </Group>
    </>
  )
}

function ProofFields({ draft, problem, onChange }: PaymentProps) {
  const { manual } = useAdminOrdersTexts()
  const [isOpen, setIsOpen] = useState(false)
  const [known, setKnown] = useState(problem)
  // A fault opens it; that it is being mended, which takes the fault away, shuts nothing.
  if (problem !== known) {
    setKnown(problem)
    if (problem?.at === 'rate') setIsOpen(true)
  }
  return (
    <chakra.details
      borderWidth="1px"
      borderRadius="control"
      px="3"
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <chakra.summary py="3" cursor="pointer" fontWeight="bold" fontSize="sm">
        {manual.proof}
      </chakra.summary>
      <Text fontSize="xs" color="fg.muted" mb="3">
        {manual.proofHint}
      </Text>
      <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="3" pb="3">
        <TextField
          label={manual.reference}
          name="reference"
          charactersMax={100}
          value={draft.reference}
          onChange={(reference) => onChange({ reference })}
        />
        <TextField
          label={manual.collector}
          name="collector"
          charactersMax={100}
          value={draft.collector}
          onChange={(collector) => onChange({ collector })}
        />
        <SelectField
          label={manual.currency}
          name="currency"
          value={draft.currency}
          onChange={(currency) => onChange({ currency: currency as typeof draft.currency })}
        >
          <option value="" />
          <option value="USD">{manual.usd}</option>
          <option value="LBP">{manual.lbp}</option>
        </SelectField>
        {draft.currency === 'LBP' && (
          <TextField
            label={manual.rate}
            name="rate"
            charactersMax={RATE_MAX}
            value={draft.rate}
            error={problem?.at === 'rate' ? problem.text : null}
            onChange={(rate) => onChange({ rate })}
          />
        )}
      </Grid>
    </chakra.details>
  )
}
