import { chakra, Flex } from '@chakra-ui/react'
import type { ChangeEvent } from 'react'
import { defaultCountries, parseCountry, usePhoneInput } from 'react-international-phone'

import { Input } from './input.tsx'
import { FormField } from './form-field.tsx'
import { completePhone, isKeystroke } from '../lib/phone.ts'
import { ltr } from '../lib/text/plural.ts'
import { localeOf, useLanguage } from '../lib/text/text.tsx'

type Props = {
  label: string
  countryLabel: string
  phone: string
  error: string | null
  hint: string
  /** Where there is little room: the country above the number. */
  isStacked?: boolean
  onChange: (phone: string) => void
}

/** Any country's phone, Lebanon first. The number goes out in E.164. */
export function PhoneField(props: Props) {
  const { label, countryLabel, phone, error, hint, isStacked = false, onChange } = props
  const countryNames = new Intl.DisplayNames(localeOf(useLanguage()), { type: 'region' })
  const { inputValue, handlePhoneValueChange, inputRef, country, setCountry } = usePhoneInput({
    defaultCountry: 'lb',
    value: phone,
    countries: defaultCountries,
    forceDialCode: true, // another country is chosen, never guessed from what was typed over
    onChange: ({ phone: changed }) => onChange(changed),
  })

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    if (!isKeystroke(event.nativeEvent as InputEvent))
      return onChange(completePhone(event.target.value, country.dialCode))
    // Tab selects all there is: the first digit then takes the place of the country code, which is
    // put back before the next digit comes.
    const typed = event.target.value
    if (/^\d$/.test(typed)) event.target.value = `+${country.dialCode}${typed}`
    handlePhoneValueChange(event)
  }

  return (
    <FormField label={label} hint={hint} error={error}>
      {(parts) => (
        <Flex gap="2" dir="ltr" direction={isStacked ? 'column' : 'row'}>
          <chakra.select
            aria-label={countryLabel}
            value={country.iso2}
            onChange={({ target }) => setCountry(target.value as typeof country.iso2)}
            minH="control"
            width={isStacked ? 'full' : '150px'}
            flexShrink={0}
            px="2"
            borderWidth="1px"
            borderColor="line.strong"
            borderRadius="control"
            bg="bg.surface"
            fontSize="sm"
          >
            {defaultCountries.map((entry) => {
              const { iso2, dialCode } = parseCountry(entry)
              return (
                <option key={iso2} value={iso2}>
                  {countryNames.of(iso2.toUpperCase())} {ltr(`+${dialCode}`)}
                </option>
              )
            })}
          </chakra.select>
          <Input
            {...parts}
            ref={inputRef}
            type="tel"
            name="tel"
            autoComplete="tel"
            inputMode="tel"
            value={inputValue}
            onChange={change}
          />
        </Flex>
      )}
    </FormField>
  )
}
