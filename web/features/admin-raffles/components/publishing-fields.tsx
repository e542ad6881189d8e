import { chakra, Text } from '@chakra-ui/react'

import { ALTERNATES_MAX, drawModes } from '#services/contract/admin-raffles.ts'
import type { AdminRaffle } from '#services/contract/admin-raffles.ts'

import {
  DateField,
  NumberField,
  SelectField,
  TextField,
} from '../../../components/admin/fields.tsx'
import { MoreFields } from '../../../components/admin/more-fields.tsx'
import { dayOf } from '../../../lib/day.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useCatalogueTexts } from '../../../lib/text/admin-catalogue.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { useDrawTerms } from '../api/raffles.ts'
import type { FieldsProps, RaffleFields } from '../raffle-form.ts'

const underSoldRules = ['extend', 'draw', 'refund'] as const

/** What the law asks to be said with the first leaf: the shop's usual answers are filled in. */
export function PublishingFields({ fields, errors, onChange }: FieldsProps) {
  const { raffleForm: text } = useCatalogueTexts()
  const admin = useAdminTexts()
  return (
    <MoreFields label={admin.moreFields}>
      <TextField
        label={text.licence}
        name="licenceNumber"
        value={fields.licenceNumber}
        error={errors.licenceNumber ?? null}
        hint={text.licenceHint}
        charactersMax={80}
        onChange={(licenceNumber) => onChange({ licenceNumber })}
      />
      <TextField
        label={text.authority}
        name="licenceAuthority"
        value={fields.licenceAuthority}
        error={errors.licenceAuthority ?? null}
        charactersMax={200}
        onChange={(licenceAuthority) => onChange({ licenceAuthority })}
      />
      <DateField
        label={text.licenceDate}
        name="licenceDate"
        value={fields.licenceDate}
        error={errors.licenceDate ?? null}
        onChange={(licenceDate) => onChange({ licenceDate })}
      />
      <SelectField
        label={text.staffMayEnter}
        name="staffMayEnter"
        value={fields.staffMayEnter}
        hint={text.staffMayEnterHint}
        onChange={(value) => onChange({ staffMayEnter: value === 'yes' ? 'yes' : 'no' })}
      >
        {(['no', 'yes'] as const).map((answer) => (
          <option key={answer} value={answer}>
            {text.staffAnswers[answer]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={text.underSold}
        name="underSold"
        value={fields.underSold}
        hint={text.underSoldHint}
        onChange={(value) => onChange({ underSold: value as RaffleFields['underSold'] })}
      >
        {underSoldRules.map((rule) => (
          <option key={rule} value={rule}>
            {text.underSoldRules[rule]}
          </option>
        ))}
      </SelectField>
      <NumberField
        label={text.perPerson}
        name="ticketsPerPersonMax"
        value={fields.ticketsPerPersonMax}
        error={errors.ticketsPerPersonMax ?? null}
        hint={text.perPersonHint}
        onChange={(ticketsPerPersonMax) => onChange({ ticketsPerPersonMax })}
      />
      <NumberField
        label={text.alternates}
        name="alternates"
        value={fields.alternates}
        error={errors.alternates ?? null}
        hint={text.alternatesHint}
        max={ALTERNATES_MAX}
        onChange={(alternates) => onChange({ alternates })}
      />
      <SelectField
        label={text.mode}
        name="mode"
        value={fields.mode}
        onChange={(value) => onChange({ mode: value as RaffleFields['mode'] })}
      >
        {drawModes.map((mode) => (
          <option key={mode} value={mode}>
            {text.modes[mode]}
          </option>
        ))}
      </SelectField>
    </MoreFields>
  )
}

/** The same of a raffle that is published: to be read. */
export function PublishedTerms({ raffle }: { raffle: AdminRaffle }) {
  const { raffleForm: text } = useCatalogueTexts()
  const admin = useAdminTexts()
  const language = useLanguage()
  const { ticketsPerPersonMax: most } = raffle
  const draw = useDrawTerms(raffle.id).data
  const terms = [
    [text.number, raffle.raffleNumber],
    [text.licence, raffle.licenceNumber],
    [text.authority, raffle.licenceAuthority ?? ''],
    [text.licenceDate, raffle.licenceDate === null ? '' : dayOf(raffle.licenceDate, language)],
    [text.staffMayEnter, text.staffAnswers[raffle.staffMayEnter ? 'yes' : 'no']],
    [text.underSold, text.underSoldRules[raffle.underSold]],
    [text.perPerson, most === 0 ? text.noLimit : String(most)],
    [text.mode, draw === undefined ? '' : text.modes[draw.mode]],
    [text.alternates, draw === undefined ? '' : String(draw.alternates)],
  ] as const
  return (
    <MoreFields label={admin.moreFields}>
      {terms.map(([label, value]) => (
        <chakra.div key={label}>
          <Text fontSize="xs" color="fg.muted">
            {label}
          </Text>
          <Text fontWeight="bold">
            <bdi>{value || '–'}</bdi>
          </Text>
        </chakra.div>
      ))}
      <Text fontSize="xs" color="fg.muted" gridColumn="1 / -1">
        {text.published}
      </Text>
    </MoreFields>
  )
}
