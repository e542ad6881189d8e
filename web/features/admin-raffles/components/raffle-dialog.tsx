import { Box, Grid } from '@chakra-ui/react'
import { useState } from 'react'
import type { ReactNode } from 'react'

import type { AdminRaffle } from '#services/contract/admin-raffles.ts'

import {
  DateField,
  MoneyField,
  NumberField,
  SelectField,
} from '../../../components/admin/fields.tsx'
import { TextAreaField, TextField } from '../../../components/admin/fields.tsx'
import { ImageField } from '../../../components/admin/image-field.tsx'
import { FormButtons, Modal } from '../../../components/admin/modal.tsx'
import { FieldGrid } from '../../../components/admin/more-fields.tsx'
import { useValuesAnew } from '../../../lib/admin/values-anew.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useCatalogueTexts } from '../../../lib/text/admin-catalogue.ts'
import { hasIssued, raffleErrors, soldTerms } from '../raffle-form.ts'
import type { FieldsProps, RaffleErrors, RaffleFields } from '../raffle-form.ts'
import { PublishedTerms, PublishingFields } from './publishing-fields.tsx'

type Props = {
  /** What is edited, also once it was read anew; null: a new one. */
  raffle: AdminRaffle | null
  initial: RaffleFields
  /** Copied from the raffle before. */
  initialImage?: File | null
  isPending: boolean
  /** Of the server, by field. */
  refused: Record<string, string>
  refusal: Error | null
  /** Somebody else has saved meanwhile: what to do about it. */
  conflict: ReactNode
  onSubmit: (fields: RaffleFields, image: File | null) => void
  onClose: () => void
}

export function RaffleDialog(props: Props) {
  const { raffle, initial, initialImage = null, isPending, refused, conflict } = props
  const catalogue = useCatalogueTexts()
  const admin = useAdminTexts()
  const fixed = raffle !== null && hasIssued(raffle) ? soldTerms : []
  const [fields, setFields] = useValuesAnew({ first: initial, version: raffle?.version, fixed })
  const [image, setImage] = useState<File | null>(initialImage)
  const [errors, setErrors] = useState<RaffleErrors>({})
  const text = catalogue.raffleForm
  const all = { ...refused, ...errors }

  const change = (changes: Partial<RaffleFields>) => {
    setFields((now) => ({ ...now, ...changes }))
    const mended = Object.fromEntries(Object.keys(changes).map((field) => [field, undefined]))
    setErrors((now) => ({ ...now, ...mended }))
  }
  const submit = () => {
    const hasImage = image !== null || raffle !== null
    const found = raffleErrors(fields, { hasImage, words: { admin, catalogue } })
    setErrors(found)
    if (Object.keys(found).length === 0) props.onSubmit(fields, image)
  }

  return (
    <Modal
      title={raffle ? text.edit : text.add}
      onSubmit={submit}
      refusal={props.refusal}
      onClose={props.onClose}
      footer={
        <FormButtons
          label={raffle ? text.update : text.create}
          isPending={isPending}
          onClose={props.onClose}
        />
      }
    >
      {conflict}
      <Grid templateColumns={{ base: '1fr', md: '216px 1fr' }} gap="5" mb="4">
        <ImageField
          file={image}
          stored={raffle?.image ?? null}
          error={all.image ?? null}
          onChange={(file, refusal) => {
            setImage(file)
            setErrors((now) => ({ ...now, image: refusal ?? undefined }))
          }}
        />
        <PrizeFields fields={fields} errors={all} onChange={change} />
      </Grid>
      <TermFields raffle={raffle} fields={fields} errors={all} onChange={change} />
      {raffle ? (
        <PublishedTerms raffle={raffle} />
      ) : (
        <PublishingFields fields={fields} errors={all} onChange={change} />
      )}
    </Modal>
  )
}

function PrizeFields({ fields, errors, onChange }: FieldsProps) {
  const { raffleForm: text } = useCatalogueTexts()
  return (
    <Box display="flex" flexDirection="column" gap="4" minW="0">
      <TextField
        label={text.name}
        name="name"
        value={fields.name}
        error={errors.name ?? null}
        charactersMax={200}
        isRequired
        onChange={(name) => onChange({ name })}
      />
      <TextAreaField
        label={text.description}
        name="description"
        value={fields.description}
        error={errors.description ?? null}
        isRequired
        onChange={(description) => onChange({ description })}
      />
      <TextAreaField
        label={text.prizeInfo}
        name="prizeInfo"
        value={fields.prizeInfo}
        error={errors.prizeInfo ?? null}
        rows={2}
        isRequired
        onChange={(prizeInfo) => onChange({ prizeInfo })}
      />
    </Box>
  )
}

/** Once a ticket is sold, the form says which terms stand, and which way the others may move. */
function TermFields({ raffle, fields, errors, onChange }: FieldsProps & Pick<Props, 'raffle'>) {
  const { raffleForm: text, raffles } = useCatalogueTexts()
  const used = raffle === null ? 0 : raffle.totalTickets - raffle.ticketsLeft
  const isSold = raffle !== null && hasIssued(raffle)
  return (
    <FieldGrid>
      <MoneyField
        label={text.value}
        name="value"
        value={fields.value}
        error={errors.value ?? null}
        min={0}
        isRequired
        onChange={(value) => onChange({ value })}
      />
      <SelectField
        label={text.status}
        name="status"
        value={fields.status}
        error={errors.status ?? null}
        onChange={(value) => onChange({ status: value as RaffleFields['status'] })}
      >
        {(['active', 'completed', 'cancelled'] as const).map((status) => (
          <option key={status} value={status}>
            {raffles.status[status]}
          </option>
        ))}
      </SelectField>
      <Days fields={fields} errors={errors} onChange={onChange} isSold={isSold} />
      <NumberField
        label={text.totalTickets}
        name="totalTickets"
        value={fields.totalTickets}
        error={errors.totalTickets ?? null}
        {...(isSold && { hint: text.onlyLower(used) })}
        min={1}
        isRequired
        onChange={(totalTickets) => onChange({ totalTickets })}
      />
      <NumberField
        label={text.minTicketsRequired}
        name="minTicketsRequired"
        value={fields.minTicketsRequired}
        error={errors.minTicketsRequired ?? null}
        {...(isSold && { hint: text.fixed })}
        isDisabled={isSold}
        isRequired
        onChange={(minTicketsRequired) => onChange({ minTicketsRequired })}
      />
    </FieldGrid>
  )
}

function Days({ fields, errors, onChange, isSold }: FieldsProps & { isSold: boolean }) {
  const { raffleForm: text } = useCatalogueTexts()
  return (
    <>
      <DateField
        label={text.startsAt}
        name="startsAt"
        value={fields.startsAt}
        error={errors.startsAt ?? null}
        hint={isSold ? text.fixed : text.startsAtHint}
        isDisabled={isSold}
        isRequired
        onChange={(startsAt) => onChange({ startsAt })}
      />
      <DateField
        label={text.endsAt}
        name="endsAt"
        value={fields.endsAt}
        error={errors.endsAt ?? null}
        hint={isSold ? text.onlyLater : text.endsAtHint}
        isRequired
        onChange={(endsAt) => onChange({ endsAt })}
      />
    </>
  )
}
