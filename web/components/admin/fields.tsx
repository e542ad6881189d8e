// The fields of the staff's forms. All hold text: what is typed is read when the form is sent.
import { chakra, Flex } from '@chakra-ui/react'
import type { HTMLInputTypeAttribute, KeyboardEvent, ReactNode } from 'react'

import { instantAt } from '#events/kernel/beirut-clock.ts'

import { fieldDay, fieldMoment } from '../../lib/admin/field-day.ts'
import { steppedMoney } from '../../lib/admin/stepped-money.ts'
import { useAdminTexts } from '../../lib/text/admin.ts'
import { useLanguage } from '../../lib/text/text.tsx'
import { FormField } from '../form-field.tsx'
import { Input } from '../input.tsx'
import { InOwnWords } from './in-own-words.tsx'

type Common = {
  label: string
  name: string
  value: string
  onChange: (value: string) => void
  hint?: string
  error?: string | null
  isRequired?: boolean
  isDisabled?: boolean
}

type TextProps = Common & {
  type?: HTMLInputTypeAttribute
  autoComplete?: string
  charactersMax?: number
  placeholder?: string
  /** It is typed to its end: Enter, or the field is left. */
  onDone?: () => void
}

export function TextField(props: TextProps) {
  const { type = 'text', autoComplete = 'off', charactersMax, placeholder, onDone } = props
  return (
    <FormField {...framed(props)}>
      {(parts) => (
        <Input
          {...look}
          {...parts}
          {...control(props)}
          {...(type === 'text' && ownDirection)}
          type={type}
          autoComplete={autoComplete}
          maxLength={charactersMax}
          placeholder={placeholder}
          onBlur={onDone}
          onKeyDown={({ key }) => {
            if (key === 'Enter') onDone?.()
          }}
        />
      )}
    </FormField>
  )
}

export function TextAreaField(props: Common & { rows?: number; charactersMax?: number }) {
  return (
    <FormField {...framed(props)}>
      {(parts) => (
        <Input {...look} {...ownDirection} asChild py="2" minH="80px" resize="vertical">
          <textarea
            {...parts}
            {...control(props)}
            rows={props.rows ?? 3}
            maxLength={props.charactersMax}
          />
        </Input>
      )}
    </FormField>
  )
}

/** Dollars, typed as a decimal number; with a sign where no `min` keeps them above it. */
export function MoneyField(props: Common & { min?: number }) {
  const { min } = props
  return (
    <FormField {...framed(props)}>
      {(parts) => (
        <Flex position="relative" dir="ltr">
          <chakra.span
            aria-hidden
            position="absolute"
            insetInlineStart="4"
            top="50%"
            transform="translateY(-50%)"
            color="fg.muted"
          >
            $
          </chakra.span>
          <Input
            {...look}
            {...parts}
            {...control(props)}
            {...(min === undefined ? { ...signed, ...byArrows(props) } : { ...decimal, min })}
            ps="8"
          />
        </Flex>
      )}
    </FormField>
  )
}

type NumberProps = Common & {
  min?: number
  max?: number
  /** May be below zero; the form alone says what is too little or too much. */
  isSigned?: boolean
}

export function NumberField(props: NumberProps) {
  const { min = 0, max, isSigned = false } = props
  return (
    <FormField {...framed(props)}>
      {(parts) => (
        <Input
          {...look}
          {...parts}
          {...control(props)}
          {...(isSigned ? signed : { ...whole, min, max })}
        />
      )}
    </FormField>
  )
}

const decimal = { type: 'number', step: '0.01', inputMode: 'decimal' } as const
const whole = { type: 'number', step: '1', inputMode: 'numeric' } as const

/**
 * Pads of digits have no minus. As text it comes as it was typed: of a number that a browser does
 * not read, as one with another keyboard's minus, it hands over nothing, as if the field was empty.
 */
const signed = { type: 'text', inputMode: 'text', autoComplete: 'off', dir: 'ltr' } as const

const centsOfArrow: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 }

/** The step of `decimal`, for text; with another key beside it an arrow selects, or moves. */
const byArrows = ({ value, onChange }: Common) => ({
  onKeyDown: (event: KeyboardEvent) => {
    const cents = centsOfArrow[event.key]
    if (cents === undefined || isWithModifier(event)) return
    event.preventDefault() // of text, the caret would go to its end
    onChange(steppedMoney(value, cents))
  },
})

const isWithModifier = ({ shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  shiftKey || altKey || ctrlKey || metaKey

/** A day, `yyyy-MM-dd` whatever is shown. */
export function DateField(props: Common & { min?: string; max?: string }) {
  const { date: text } = useAdminTexts()
  const language = useLanguage()
  const day = props.value === '' ? text.day : fieldDay(props.value, language)
  return <CalendarField {...props} type="date" words={day} />
}

/** A moment of the clocks in Beirut, `yyyy-MM-ddThh:mm`. */
export function MomentField(props: Common) {
  const { date: text } = useAdminTexts()
  const language = useLanguage()
  const at = instantAt(props.value)
  const moment = at === null ? text.moment : fieldMoment(at, language)
  return <CalendarField {...props} type="datetime-local" words={moment} />
}

type CalendarProps = Common & {
  type: 'date' | 'datetime-local'
  /** What it holds, or asks for. */
  words: string
  min?: string
  max?: string
}

function CalendarField({ type, words, min, max, ...props }: CalendarProps) {
  const { value, isDisabled = false } = props
  return (
    <FormField {...framed(props)}>
      {(parts) => (
        <InOwnWords
          words={words}
          isEmpty={value === ''}
          isDisabled={isDisabled}
          isLong={type === 'datetime-local'}
        >
          <Input {...look} {...parts} {...control(props)} type={type} min={min} max={max} />
        </InOwnWords>
      )}
    </FormField>
  )
}

export function SelectField(props: Common & { children: ReactNode }) {
  return (
    <FormField {...framed(props)}>
      {(parts) => (
        <Input {...look} asChild px="3" textOverflow="ellipsis">
          <select {...parts} {...control(props)}>
            {props.children}
          </select>
        </Input>
      )}
    </FormField>
  )
}

export function CheckField({
  label,
  isChecked,
  onChange,
}: {
  label: ReactNode
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}) {
  return (
    <chakra.label display="flex" gap="3" alignItems="flex-start" minH="target" py="2">
      <chakra.input
        type="checkbox"
        checked={isChecked}
        onChange={({ target }) => onChange(target.checked)}
        accentColor="cedar.solid"
        boxSize="20px"
        flexShrink={0}
      />
      <chakra.span>{label}</chakra.span>
    </chakra.label>
  )
}

/** What stands is read like text, and is not to be changed. */
const look = {
  _disabled: { bg: 'bg.sunk', borderColor: 'line', color: 'fg.soft', cursor: 'not-allowed' },
} as const

/** English words in an Arabic form read from left to right, and the other way round. */
const ownDirection = { css: { unicodeBidi: 'plaintext' } } as const

const framed = ({ label, hint, error }: Common) => ({
  label,
  ...(hint !== undefined && { hint }),
  error: error ?? null,
})

const control = ({ name, value, onChange, isRequired, isDisabled }: Common) => ({
  name,
  value,
  required: isRequired,
  disabled: isDisabled,
  onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
})
