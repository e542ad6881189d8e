import { latinDigits } from '#events/kernel/latin-digits.ts'
import { holderReasons, manualMethods, staffReasons } from '#events/order/words.ts'

import {
  MoneyField,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../../components/admin/fields.tsx'
import { PhoneField } from '../../../components/phone-field.tsx'
import { useAdminOrdersTexts } from '../../../lib/text/admin-orders.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import type { ActField, RefundMethod } from '../order-act-forms.ts'

type Props = {
  field: Exclude<ActField, 'restock' | 'line'>
  value: string
  isRefund: boolean
  /** How the refund may be paid. */
  ways: readonly RefundMethod[]
  /** Without a sentence: what was typed cannot be read. */
  fault: { sentence?: string } | null
  onChange: (value: string) => void
}

const NAME_MAX = 200
const EMAIL_MAX = 254
const ADDRESS_MAX = 1_000
const NOTE_MAX = 500
const REFERENCE_MAX = 100
const HOURS_MAX = 720

/** One field of an act. */
export function ActFieldInput({ field, value, isRefund, ways, fault, onChange }: Props) {
  const texts = useAdminOrdersTexts()
  const { acts, holderReasons: causes, manual, methods, reasons } = texts
  const admin = useAdminTexts()
  const shared = { name: field, value, onChange }
  const error = (sentence: string) => fault && (fault.sentence ?? sentence)
  switch (field) {
    case 'method':
      return (
        <SelectField {...shared} label={acts.method}>
          <Options values={manualMethods} words={methods} />
        </SelectField>
      )
    case 'refundMethod':
      return (
        <SelectField {...shared} label={acts.method}>
          <Options values={ways} words={methods} />
        </SelectField>
      )
    case 'reason':
      return (
        <SelectField {...shared} label={acts.reason}>
          <Options values={staffReasons} words={reasons} />
        </SelectField>
      )
    case 'cause':
      return (
        <SelectField {...shared} label={acts.reason}>
          <Options values={holderReasons} words={causes} />
        </SelectField>
      )
    case 'phone':
      return (
        <PhoneField
          label={acts.newPhone}
          countryLabel={manual.country}
          hint=""
          isStacked
          phone={value}
          error={error(acts.badPhone)}
          onChange={onChange}
        />
      )
    case 'name':
      return <TextField {...shared} label={acts.name} charactersMax={NAME_MAX} />
    case 'email':
      return (
        <TextField
          {...shared}
          label={texts.detail.email}
          type="email"
          charactersMax={EMAIL_MAX}
          error={error(acts.badEmail)}
        />
      )
    case 'address':
      return (
        <TextAreaField
          {...shared}
          label={texts.address}
          charactersMax={ADDRESS_MAX}
          error={error(admin.required)}
        />
      )
    case 'currency':
      return (
        <SelectField {...shared} label={isRefund ? acts.owed.currency : manual.currency}>
          <option value="" />
          <option value="USD">{manual.usd}</option>
          <option value="LBP">{manual.lbp}</option>
        </SelectField>
      )
    case 'hours':
      return (
        <NumberField
          {...shared}
          label={acts.hours}
          min={1}
          max={HOURS_MAX}
          error={error(acts.badHours)}
        />
      )
    case 'amount':
      return <MoneyField {...shared} label={acts.amount} min={0} error={error(admin.badMoney)} />
    case 'code':
      return (
        <TextField
          {...shared}
          label={acts.code}
          hint={acts.codeHint}
          charactersMax={6}
          error={error(acts.badCode)}
          onChange={(typed) => onChange(latinDigits(typed))}
        />
      )
    case 'rate':
      return (
        <TextField
          {...shared}
          label={manual.rate}
          charactersMax={16}
          error={error(manual.badRate)}
        />
      )
    case 'reference':
      return (
        <TextField
          {...shared}
          label={acts.reference}
          charactersMax={REFERENCE_MAX}
          error={error(admin.required)}
        />
      )
    case 'collector':
      return <TextField {...shared} label={manual.collector} charactersMax={REFERENCE_MAX} />
    case 'words':
      return <TextAreaField {...shared} label={acts.words} rows={2} charactersMax={NOTE_MAX} />
    case 'why':
      return (
        <TextAreaField
          {...shared}
          label={acts.why}
          rows={2}
          charactersMax={NOTE_MAX}
          error={error(admin.required)}
        />
      )
    case 'note':
      return <TextAreaField {...shared} label={acts.note} rows={2} charactersMax={NOTE_MAX} />
  }
}

type OptionsProps<Value extends string> = {
  values: readonly Value[]
  words: Readonly<Record<Value, string>>
}

function Options<Value extends string>({ values, words }: OptionsProps<Value>) {
  return values.map((value) => (
    <option key={value} value={value}>
      {words[value]}
    </option>
  ))
}
