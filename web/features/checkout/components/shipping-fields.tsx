import { Box, chakra, Flex, Grid, Text } from '@chakra-ui/react'

import type { SavedAddress } from '#services/contract/account.ts'

import { Button } from '../../../components/button.tsx'
import { Input } from '../../../components/input.tsx'
import { FormField } from '../../../components/form-field.tsx'
import { RadioTile } from '../../../components/radio-tile.tsx'
import { useSettings } from '../../../lib/page.tsx'
import { readablePhone } from '../../../lib/phone.ts'
import { useCheckoutTexts } from '../../../lib/text/checkout.ts'
import type { FieldsProps } from './contact-fields.tsx'
import { FieldGroup } from './field-group.tsx'

type ShippingProps = FieldsProps & { addresses: readonly SavedAddress[] }

export function ShippingFields({ form, addresses, errorOf, onChange }: ShippingProps) {
  const checkout = useCheckoutTexts()
  const [first] = addresses
  /** What was typed is never replaced by itself. */
  const deliver = () =>
    onChange({
      shippingMethod: 'delivery',
      ...(form.street === '' && first !== undefined && partsOf(first)),
    })
  return (
    <FieldGroup legend={checkout.shipping}>
      <RadioTile
        name="shipping"
        value="pickup"
        isChecked={form.shippingMethod === 'pickup'}
        onChoose={() => onChange({ shippingMethod: 'pickup' })}
      >
        <TileWords title={checkout.pickup} hint={checkout.pickupReady} />
      </RadioTile>
      <RadioTile
        name="shipping"
        value="delivery"
        isChecked={form.shippingMethod === 'delivery'}
        onChoose={deliver}
      >
        <TileWords title={checkout.delivery} hint={checkout.deliveryTime} />
      </RadioTile>
      {form.shippingMethod === 'pickup' ? (
        <PickupPlace />
      ) : (
        <>
          <SavedAddresses addresses={addresses} onChange={onChange} />
          <AddressFields form={form} errorOf={errorOf} onChange={onChange} />
        </>
      )}
    </FieldGroup>
  )
}

const partsOf = ({ street, city, postalCode }: SavedAddress) => ({ street, city, postalCode })

function SavedAddresses({ addresses, onChange }: Pick<ShippingProps, 'addresses' | 'onChange'>) {
  if (addresses.length < 2) return null // the only one is filled in already
  return (
    <Flex gap="2" wrap="wrap">
      {addresses.map((address) => (
        <Button
          key={address.id}
          type="button"
          variant="outline"
          size="sm"
          onClick={() => onChange(partsOf(address))}
        >
          {address.label}
        </Button>
      ))}
    </Flex>
  )
}

export function PaymentTiles({ form, onChange }: Pick<FieldsProps, 'form' | 'onChange'>) {
  const checkout = useCheckoutTexts()
  return (
    <FieldGroup legend={checkout.payment}>
      <RadioTile
        name="payment"
        value="whishpay"
        isChecked={form.paymentMethod === 'whishpay'}
        onChoose={() => onChange({ paymentMethod: 'whishpay' })}
      >
        <TileWords title={checkout.whish} hint={checkout.whishHint} />
      </RadioTile>
      <RadioTile
        name="payment"
        value="montypay"
        isChecked={form.paymentMethod === 'montypay'}
        onChoose={() => onChange({ paymentMethod: 'montypay' })}
      >
        <TileWords title={checkout.card} hint={checkout.cardHint} />
      </RadioTile>
    </FieldGroup>
  )
}

function TileWords({ title, hint }: { title: string; hint: string }) {
  return (
    <Box>
      <Text fontWeight="bold" lineHeight="snug">
        {title}
      </Text>
      <Text fontSize="xs" color="fg.soft">
        {hint}
      </Text>
    </Box>
  )
}

function PickupPlace() {
  const checkout = useCheckoutTexts()
  const { address, hours, phone } = useSettings()
  return (
    <chakra.address fontStyle="normal" fontSize="sm" color="fg.soft" px="3">
      <chakra.strong color="fg">{checkout.pickupAt}</chakra.strong>
      <br />
      {address}
      <br />
      {hours}
      <br />
      <bdi dir="ltr">{readablePhone(phone)}</bdi>
    </chakra.address>
  )
}

function AddressFields({ form, errorOf, onChange }: FieldsProps) {
  const checkout = useCheckoutTexts()
  return (
    <>
      <FormField label={checkout.address} error={errorOf('street')}>
        {(parts) => (
          <Input
            {...parts}
            name="street"
            autoComplete="street-address"
            value={form.street}
            onChange={({ target }) => onChange({ street: target.value })}
          />
        )}
      </FormField>
      <Grid templateColumns="1fr 1fr" gap="3">
        <FormField label={checkout.city} error={errorOf('city')}>
          {(parts) => (
            <Input
              {...parts}
              name="city"
              autoComplete="address-level2"
              value={form.city}
              onChange={({ target }) => onChange({ city: target.value })}
            />
          )}
        </FormField>
        <FormField
          label={checkout.postalCode}
          hint={checkout.postalHint}
          error={errorOf('postalCode')}
        >
          {(parts) => (
            <Input
              {...parts}
              name="postal-code"
              autoComplete="postal-code"
              maxLength={10}
              value={form.postalCode}
              onChange={({ target }) => onChange({ postalCode: target.value })}
            />
          )}
        </FormField>
      </Grid>
    </>
  )
}
