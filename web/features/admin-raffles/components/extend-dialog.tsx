import { Flex } from '@chakra-ui/react'
import { useState } from 'react'
import type { ReactNode } from 'react'

import { beirutDayOf } from '#events/kernel/beirut-day.ts'

import { Button } from '../../../components/button.tsx'
import { DateField } from '../../../components/admin/fields.tsx'
import { FormButtons, Modal } from '../../../components/admin/modal.tsx'
import { useCatalogueTexts } from '../../../lib/text/admin-catalogue.ts'

type Props = {
  raffle: { name: string; endsAt: string }
  isPending: boolean
  refused: string | null
  refusal: Error | null
  /** Above the form: what speaks against it. */
  notice: ReactNode
  onExtend: (endsAt: string) => void
  /** What was refused is mended now. */
  onChange: () => void
  onClose: () => void
}

const usual = [7, 14, 30] as const

export function ExtendDialog(props: Props) {
  const { raffle, isPending, refused, refusal, onExtend, onChange, onClose } = props
  const { extend: text } = useCatalogueTexts()
  const present = beirutDayOf(raffle.endsAt)
  const [endsAt, setEndsAt] = useState('')
  const [error, setError] = useState<string | null>(null)

  const choose = (day: string) => {
    setEndsAt(day)
    setError(null)
    onChange()
  }
  const submit = () => {
    if (endsAt <= present) setError(text.mustBeLater)
    else onExtend(endsAt)
  }

  return (
    <Modal
      title={text.title}
      lead={text.lead(raffle.name)}
      width="small"
      onSubmit={submit}
      refusal={refusal}
      onClose={onClose}
      footer={<FormButtons label={text.submit} isPending={isPending} onClose={onClose} />}
    >
      {props.notice}
      <DateField
        label={text.endsAt}
        name="endsAt"
        value={endsAt}
        error={error ?? refused}
        min={dayAfter(present, 1)}
        isRequired
        onChange={choose}
      />
      <Flex gap="2" mt="3" wrap="wrap">
        {usual.map((days) => (
          <Button
            key={days}
            type="button"
            variant="outline"
            size="sm"
            onClick={() => choose(dayAfter(present, days))}
          >
            {text.days(days)}
          </Button>
        ))}
      </Flex>
    </Modal>
  )
}

const DAY_MS = 86_400_000

/** Of days as the calendar counts them: no clock is changed in UTC. */
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
