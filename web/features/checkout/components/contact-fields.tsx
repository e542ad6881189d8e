import { Input } from '../../../components/input.tsx'
import { FormField } from '../../../components/form-field.tsx'
import { PhoneField } from '../../../components/phone-field.tsx'
import { readablePhone } from '../../../lib/phone.ts'
import { useCheckoutTexts } from '../../../lib/text/checkout.ts'
import type { CheckoutForm } from '../validation.ts'
import { FieldGroup } from './field-group.tsx'

export type FieldsProps = {
  form: CheckoutForm
  errorOf: (field: keyof CheckoutForm) => string | null
  onChange: (changes: Partial<CheckoutForm>) => void
}

const COMPLETE_DIGITS = 10

export function ContactFields({ form, errorOf, onChange }: FieldsProps) {
  const checkout = useCheckoutTexts()
  const isComplete = form.phone.replace(/\D/g, '').length >= COMPLETE_DIGITS
  return (
    <FieldGroup legend={checkout.contact}>
      <FormField label={checkout.name} error={errorOf('name')}>
        {(parts) => (
          <Input
            {...parts}
            name="name"
            autoComplete="name"
            value={form.name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        )}
      </FormField>
      <FormField label={checkout.email} error={errorOf('email')}>
        {(parts) => (
          <Input
            {...parts}
            type="email"
            name="email"
            autoComplete="email"
            value={form.email}
            onChange={({ target }) => onChange({ email: target.value })}
          />
        )}
      </FormField>
      <PhoneField
        label={checkout.phone}
        countryLabel={checkout.country}
        phone={form.phone}
        error={errorOf('phone')}
        hint={isComplete ? checkout.phoneBack(readablePhone(form.phone)) : checkout.phoneWhy}
        onChange={(phone) => onChange({ phone })}
      />
    </FieldGroup>
  )
}
