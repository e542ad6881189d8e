import { Grid, Box } from '@chakra-ui/react'
import { useState } from 'react'
import type { ReactNode } from 'react'

import type { AdminVariant } from '#services/contract/admin-products.ts'

import { MoneyField, NumberField, TextField } from '../../../components/admin/fields.tsx'
import { ImageField } from '../../../components/admin/image-field.tsx'
import { FormButtons, Modal } from '../../../components/admin/modal.tsx'
import { useValuesAnew } from '../../../lib/admin/values-anew.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useCatalogueTexts } from '../../../lib/text/admin-catalogue.ts'
import { fieldsOfVariant, isFree, newVariant, variantErrors } from '../variant-form.ts'
import type { VariantErrors, VariantFields } from '../variant-form.ts'

type Props = {
  /** What is edited, also once it was read anew; null: a new one. */
  variant: AdminVariant | null
  /** Of the product, whose part it is. */
  version: string | undefined
  /** Of the product, to say when the variant would cost nothing. */
  price: string
  isPending: boolean
  /** Of the server, by field. */
  refused: Record<string, string>
  refusal: Error | null
  conflict: ReactNode
  onSubmit: (fields: VariantFields, image: File | null) => void
  onClose: () => void
}

export function VariantForm(props: Props) {
  const { variant, version, price, isPending, refused, conflict, onSubmit, onClose } = props
  const catalogue = useCatalogueTexts()
  const admin = useAdminTexts()
  const text = catalogue.variants
  const first = variant ? fieldsOfVariant(variant) : newVariant
  const [fields, setFields] = useValuesAnew({ first, version })
  const [image, setImage] = useState<File | null>(null)
  const [errors, setErrors] = useState<VariantErrors>({})
  const all = { ...refused, ...errors }

  const change = (changes: Partial<VariantFields>) => {
    setFields((now) => ({ ...now, ...changes }))
    const mended = Object.fromEntries(Object.keys(changes).map((field) => [field, undefined]))
    setErrors((now) => ({ ...now, ...mended }))
  }
  const submit = () => {
    const found = variantErrors(fields, { admin, catalogue })
    setErrors(found)
    if (Object.keys(found).length === 0) onSubmit(fields, image)
  }

  return (
    <Modal
      title={variant ? text.editVariant : text.newVariant}
      onSubmit={submit}
      refusal={props.refusal}
      onClose={onClose}
      footer={
        <FormButtons
          label={variant ? text.update : text.create}
          isPending={isPending}
          onClose={onClose}
        />
      }
    >
      {conflict}
      <Grid templateColumns={{ base: '1fr', md: '216px 1fr' }} gap="5">
        <ImageField
          label={text.image}
          file={image}
          stored={variant?.image ?? null}
          error={all.image ?? null}
          onChange={(file, refusal) => {
            setImage(file)
            setErrors((now) => ({ ...now, image: refusal ?? undefined }))
          }}
        />
        <Box display="flex" flexDirection="column" gap="4">
          <Fields fields={fields} errors={all} price={price} onChange={change} />
          <StockFields
            fields={fields}
            errors={all}
            held={variant?.stock?.held ?? 0}
            onChange={change}
          />
        </Box>
      </Grid>
    </Modal>
  )
}

type FieldsProps = {
  fields: VariantFields
  errors: VariantErrors
  price: string
  onChange: (changes: Partial<VariantFields>) => void
}

function Fields({ fields, errors, price, onChange }: FieldsProps) {
  const { variants: text } = useCatalogueTexts()
  return (
    <>
      <TextField
        label={text.name}
        name="name"
        value={fields.name}
        error={errors.name ?? null}
        charactersMax={200}
        isRequired
        onChange={(name) => onChange({ name })}
      />
      <TextField
        label={text.sku}
        name="sku"
        value={fields.sku}
        error={errors.sku ?? null}
        charactersMax={80}
        isRequired
        onChange={(sku) => onChange({ sku })}
      />
      <MoneyField
        label={text.adjustment}
        name="priceAdjustment"
        value={fields.priceAdjustment}
        error={errors.priceAdjustment ?? null}
        hint={isFree(price, fields) ? text.free : text.adjustmentHint}
        onChange={(priceAdjustment) => onChange({ priceAdjustment })}
      />
    </>
  )
}

type StockProps = Pick<FieldsProps, 'fields' | 'errors' | 'onChange'> & { held: number }

/** The threshold only matters to what is counted. */
function StockFields({ fields, errors, held, onChange }: StockProps) {
  const { variants: text } = useCatalogueTexts()
  return (
    <Grid templateColumns={{ base: '1fr', md: '1fr 1fr' }} gap="4">
      <NumberField
        label={text.stock}
        name="stock"
        value={fields.stock}
        error={errors.stock ?? null}
        hint={held > 0 ? text.stockHeld(held) : text.stockHint}
        onChange={(stock) => onChange({ stock })}
      />
      {fields.stock.trim() !== '' && (
        <NumberField
          label={text.lowAt}
          name="lowAt"
          value={fields.lowAt}
          error={errors.lowAt ?? null}
          hint={text.lowAtHint}
          onChange={(lowAt) => onChange({ lowAt })}
        />
      )}
    </Grid>
  )
}
