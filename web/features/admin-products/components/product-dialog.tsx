import { Box, Grid, Text } from '@chakra-ui/react'
import { useState } from 'react'
import type { ReactNode } from 'react'

import type { AdminProduct } from '#services/contract/admin-products.ts'

import {
  CheckField,
  MoneyField,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../../components/admin/fields.tsx'
import { ImageField } from '../../../components/admin/image-field.tsx'
import { FormButtons, Modal } from '../../../components/admin/modal.tsx'
import { FieldGrid } from '../../../components/admin/more-fields.tsx'
import { useValuesAnew } from '../../../lib/admin/values-anew.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useCatalogueTexts } from '../../../lib/text/admin-catalogue.ts'
import { freeAt, productErrors } from '../product-form.ts'
import type { ProductErrors, ProductFields } from '../product-form.ts'

type Props = {
  /** What is edited, also once it was read anew; null: a new one. */
  product: AdminProduct | null
  initial: ProductFields
  /** What it may be linked to; its present raffle is among them even when that has ended. */
  raffles: readonly { id: string; name: string }[]
  isPending: boolean
  /** Of the server, by field. */
  refused: Record<string, string>
  refusal: Error | null
  /** Somebody else has saved meanwhile: what to do about it. */
  conflict: ReactNode
  onSubmit: (fields: ProductFields, image: File | null) => void
  onClose: () => void
}

export function ProductDialog(props: Props) {
  const { product, initial, raffles, isPending, refused, conflict, onClose } = props
  const catalogue = useCatalogueTexts()
  const admin = useAdminTexts()
  const text = catalogue.productForm
  const [fields, setFields] = useValuesAnew({ first: initial, version: product?.version })
  const [image, setImage] = useState<File | null>(null)
  const [errors, setErrors] = useState<ProductErrors>({})
  const all = { ...refused, ...errors }

  const change = (changes: Partial<ProductFields>) => {
    setFields((now) => ({ ...now, ...changes }))
    const mended = Object.fromEntries(Object.keys(changes).map((field) => [field, undefined]))
    setErrors((now) => ({ ...now, ...mended }))
  }
  const submit = () => {
    const hasImage = image !== null || product !== null
    const found = productErrors(fields, { hasImage, words: { admin, catalogue } })
    setErrors(found)
    if (Object.keys(found).length === 0) props.onSubmit(fields, image)
  }

  return (
    <Modal
      title={product ? text.edit : text.add}
      onSubmit={submit}
      refusal={props.refusal}
      onClose={onClose}
      footer={
        <FormButtons
          label={product ? text.update : text.create}
          isPending={isPending}
          onClose={onClose}
        />
      }
    >
      {conflict}
      <Grid templateColumns={{ base: '1fr', md: '216px 1fr' }} gap="5" mb="4">
        <ImageField
          file={image}
          stored={product?.image ?? null}
          error={all.image ?? null}
          onChange={(file, refusal) => {
            setImage(file)
            setErrors((now) => ({ ...now, image: refusal ?? undefined }))
          }}
        />
        <Words fields={fields} errors={all} onChange={change} />
      </Grid>
      <FieldGrid>
        <Figures
          fields={fields}
          errors={all}
          onChange={change}
          variants={product?.variants ?? []}
        />
        <SelectField
          label={text.status}
          name="active"
          value={fields.active}
          onChange={(active) => change({ active: active === '1' ? '1' : '0' })}
        >
          <option value="1">{catalogue.products.active}</option>
          <option value="0">{catalogue.products.inactive}</option>
        </SelectField>
        <Link fields={fields} errors={all} onChange={change} raffles={raffles} />
      </FieldGrid>
    </Modal>
  )
}

type FieldsProps = {
  fields: ProductFields
  errors: ProductErrors
  onChange: (changes: Partial<ProductFields>) => void
}

function Words({ fields, errors, onChange }: FieldsProps) {
  const { productForm: text } = useCatalogueTexts()
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
        rows={4}
        isRequired
        onChange={(description) => onChange({ description })}
      />
    </Box>
  )
}

function Link({ fields, errors, onChange, raffles }: FieldsProps & Pick<Props, 'raffles'>) {
  const { productForm: text } = useCatalogueTexts()
  return (
    <Box gridColumn="1 / -1">
      <SelectField
        label={text.raffle}
        name="raffleId"
        value={fields.raffleId}
        error={errors.raffleId ?? null}
        hint={text.raffleHint}
        onChange={(raffleId) => onChange({ raffleId })}
      >
        <option value="">{text.noRaffle}</option>
        {raffles.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <CheckField
        label={
          <>
            {text.withoutEntry}
            <Text fontSize="xs" color="fg.muted">
              {text.withoutEntryHint}
            </Text>
          </>
        }
        isChecked={fields.withoutEntry === '1'}
        onChange={(isChecked) => onChange({ withoutEntry: isChecked ? '1' : '0' })}
      />
    </Box>
  )
}

type FiguresProps = FieldsProps & { variants: AdminProduct['variants'] }

function Figures({ fields, errors, onChange, variants }: FiguresProps) {
  const { productForm: text } = useCatalogueTexts()
  const free = freeAt(fields.price, variants)
  return (
    <>
      <MoneyField
        label={text.price}
        name="price"
        value={fields.price}
        error={errors.price ?? null}
        {...(free !== null && { hint: free === true ? text.free : text.freeVariant(free) })}
        min={0}
        isRequired
        onChange={(price) => onChange({ price })}
      />
      <NumberField
        label={text.tickets}
        name="tickets"
        value={fields.tickets}
        error={errors.tickets ?? null}
        isRequired
        onChange={(tickets) => onChange({ tickets })}
      />
      <NumberField
        label={text.totalTickets}
        name="totalTickets"
        value={fields.totalTickets}
        error={errors.totalTickets ?? null}
        isRequired
        onChange={(totalTickets) => onChange({ totalTickets })}
      />
    </>
  )
}
