import { Box, chakra, Flex, Grid, Text } from '@chakra-ui/react'
import { useState } from 'react'
import type { ReactNode } from 'react'

import { RATES_PER_PAGE } from '#services/contract/money-desk.ts'
import type { DatedRate, DatedTax } from '#services/contract/money-desk.ts'

import { ConflictNotice } from '../../../components/admin/conflict-notice.tsx'
import { DateField, TextField } from '../../../components/admin/fields.tsx'
import { ErrorRetry, ListSpinner, LoadMore } from '../../../components/admin/list-faces.tsx'
import { Notice } from '../../../components/admin/notice.tsx'
import { Button } from '../../../components/button.tsx'
import { useFocusOnFirstNew } from '../../../lib/admin/first-new.ts'
import { isConflict, showFailure, showSuccess, showUnread } from '../../../lib/admin/outcome.ts'
import { plain } from '../../../lib/admin/plain.ts'
import { typedRate } from '../../../lib/admin/pounds.ts'
import { unbroken } from '../../../lib/admin/unbroken.ts'
import { dayOf } from '../../../lib/day.ts'
import { useFaultFocus } from '../../../lib/fault-focus.ts'
import { grouped } from '../../../lib/money.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useAdminMoneyTexts } from '../../../lib/text/admin-money.ts'
import { useLanguage, useTexts } from '../../../lib/text/text.tsx'
import { useMoneySettings, useSaveRate } from '../api/money.ts'
import { heldOn } from '../held-on.ts'
import { taxOn } from '../tax-form.ts'

type Props = { mayChange: boolean; today: string }

/** Dated rates of the pound and of the VAT. */
export function Rates({ mayChange, today }: Props) {
  const text = useAdminMoneyTexts()
  const { rates } = text
  const list = useMoneySettings()
  const { first: settings, isError, error, refetch, readAnew } = list
  const retry = () => void refetch()
  if (!settings && isError) return <ErrorRetry line={text.failed} error={error} onRetry={retry} />
  if (!settings) return <ListSpinner />
  const form = { today, onReadAnew: readAnew }
  return (
    <Grid templateColumns={{ base: '1fr', md: '1fr 1fr' }} gap="4">
      {list.isRefetchError && <Unread onRetry={retry} />}
      <Card title={rates.pound} hint={rates.poundHint}>
        {mayChange ? <PoundForm {...form} known={list.rates} /> : <Text>{rates.onlyManagers}</Text>}
        <Dated
          rows={list.rates.map(
            ({ day, lbpPerUsd }) => [day, rates.perUsd(grouped(lbpPerUsd))] as const,
          )}
        />
        {settings.rateCount > RATES_PER_PAGE && (
          <LoadMore
            shown={list.rates.length}
            total={settings.rateCount}
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            onMore={() => void list.fetchNextPage().then((next) => showUnread(next, 'moreFailed'))}
          />
        )}
      </Card>
      <Card title={rates.vat} hint={rates.vatHint}>
        {mayChange ? (
          <TaxForm {...form} taxes={settings.taxes} />
        ) : (
          <Text>{rates.onlyManagers}</Text>
        )}
        <Dated
          rows={settings.taxes.map(
            ({ day, vatPercent, vatNumber }) =>
              [day, [`${vatPercent} %`, vatNumber].filter(Boolean).join(' · ')] as const,
          )}
        />
      </Card>
    </Grid>
  )
}

/** What was read before stays, and so does what is typed. The notification has said it aloud. */
function Unread({ onRetry }: { onRetry: () => void }) {
  const { retry } = useTexts()
  const { refreshFailed } = useAdminTexts()
  return (
    <Box gridColumn="1 / -1">
      <Notice isAlert={false}>
        <chakra.span flex="1">{refreshFailed}</chakra.span>
        <Button type="button" size="sm" variant="outline" onClick={onRetry}>
          {retry}
        </Button>
      </Notice>
    </Box>
  )
}

function Card({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <Box as="section" bg="bg.surface" borderWidth="1px" borderRadius="ticket" p="4">
      <chakra.h2 fontWeight="bold" fontSize="lg">
        {title}
      </chakra.h2>
      <Text fontSize="sm" color="fg.soft" mb="3">
        {hint}
      </Text>
      {children}
    </Box>
  )
}

function Dated({ rows }: { rows: readonly (readonly [string, string])[] }) {
  const { rates } = useAdminMoneyTexts()
  const language = useLanguage()
  const list = useFocusOnFirstNew<HTMLDListElement>(rows.length)
  if (rows.length === 0)
    return (
      <Text fontSize="sm" color="fg.soft" mt="3">
        {rates.none}
      </Text>
    )
  return (
    <chakra.dl
      ref={list}
      display="grid"
      gridTemplateColumns="auto 1fr"
      columnGap="4"
      rowGap="1"
      mt="4"
      fontSize="sm"
    >
      {rows.map(([day, words]) => (
        // A box of its own: the first that is new has the keyboard.
        <chakra.div key={day} display="grid" gridTemplateColumns="subgrid" gridColumn="1 / -1">
          <chakra.dt color="fg.muted">
            <bdi>{dayOf(day, language)}</bdi>
          </chakra.dt>
          <dd>
            <bdi>{unbroken(words)}</bdi>
          </dd>
        </chakra.div>
      ))}
    </chakra.dl>
  )
}

type Fault = { isDayWrong: boolean; isRateWrong: boolean }

type OfForm = {
  today: string
  /** What holds on that day as well. Resolves to whether it was read. */
  onReadAnew: (day: string) => Promise<boolean>
}

type Saving = {
  what: 'rates' | 'taxes'
  onReadAnew: () => Promise<boolean>
  onSaved?: () => void
}

/** Saves one dated rate, or says which of its fields cannot be read, or who was faster. */
function useRateForm({ what, onReadAnew, onSaved }: Saving) {
  const { rates, actFailed } = useAdminMoneyTexts()
  const save = useSaveRate(what)
  const [fault, setFault] = useState<Fault | null>(null)
  const submit = (body: { day: string } & Record<string, unknown>, isRateFit: boolean) => {
    const found = { isDayWrong: body.day === '', isRateWrong: !isRateFit }
    const isWrong = found.isDayWrong || found.isRateWrong
    setFault(isWrong ? found : null)
    if (isWrong) return
    save.mutate(body, {
      onSuccess: () => {
        showSuccess(rates.saved)
        onSaved?.()
      },
      onError: (reason) => {
        if (!isConflict(reason)) showFailure(actFailed, reason, actFailed)
      },
    })
  }
  const readAnew = async () => {
    if (await onReadAnew()) save.reset()
  }
  const conflict = (
    <ConflictNotice error={save.error} line={rates.conflict} onReadAnew={() => void readAnew()} />
  )
  return { isPending: save.isPending, fault, conflict, submit }
}

function PoundForm({ today, known, onReadAnew }: OfForm & { known: readonly DatedRate[] }) {
  const { rates } = useAdminMoneyTexts()
  const [day, setDay] = useState(today)
  const [rate, setRate] = useState('')
  const readAnew = () => onReadAnew(day === '' ? today : day)
  const form = useRateForm({ what: 'rates', onReadAnew: readAnew })
  const submit = () => {
    const lbpPerUsd = typedRate(rate)
    const seen = heldOn(known, day)
    form.submit({ day, lbpPerUsd, seen }, /^[1-9]\d{0,8}$/.test(lbpPerUsd))
  }
  return (
    <RateForm {...form} onSubmit={submit}>
      <FromField name="rateDay" day={day} fault={form.fault} onDay={setDay} />
      <TextField
        label={rates.perDollar}
        name="lbpPerUsd"
        charactersMax={11} // with the commas of thousands
        value={rate}
        error={form.fault?.isRateWrong ? rates.badRate : null}
        onChange={setRate}
      />
    </RateForm>
  )
}

function TaxForm({ today, taxes, onReadAnew }: OfForm & { taxes: readonly DatedTax[] }) {
  const { rates } = useAdminMoneyTexts()
  const [day, setDay] = useState(today)
  // What is not typed stays as it is; once it was saved, that is what was saved.
  const [typed, setTyped] = useState<{ percent?: string; number?: string }>({})
  // All of the VAT is on the first page, with the newest of the pound.
  const readAnew = () => onReadAnew(today)
  const onSaved = () => setTyped({})
  const form = useRateForm({ what: 'taxes', onReadAnew: readAnew, onSaved })
  const { percent, number } = { ...taxOn(taxes, day === '' ? today : day), ...typed }
  const change = (changes: typeof typed) => setTyped((now) => ({ ...now, ...changes }))
  const submit = () => {
    const vatPercent = plain(percent)
    const vatNumber = number.trim() === '' ? null : number.trim()
    const seen = heldOn(taxes, day)
    const isFit = /^([0-4]?\d(\.\d{1,2})?|50)$/.test(vatPercent)
    form.submit({ day, vatPercent, vatNumber, seen }, isFit)
  }
  return (
    <RateForm {...form} onSubmit={submit}>
      <FromField name="taxDay" day={day} fault={form.fault} onDay={setDay} />
      <TextField
        label={rates.percent}
        name="vatPercent"
        charactersMax={5}
        value={percent}
        error={form.fault?.isRateWrong ? rates.badPercent : null}
        onChange={(changed) => change({ percent: changed })}
      />
      <TextField
        label={rates.number}
        name="vatNumber"
        charactersMax={60}
        value={number}
        onChange={(changed) => change({ number: changed })}
      />
    </RateForm>
  )
}

type FromProps = {
  name: string
  day: string
  fault: Fault | null
  onDay: (day: string) => void
}

function FromField({ name, day, fault, onDay }: FromProps) {
  const { rates } = useAdminMoneyTexts()
  const { badDate } = useAdminTexts()
  const error = fault?.isDayWrong ? badDate : null
  return <DateField label={rates.from} name={name} value={day} error={error} onChange={onDay} />
}

type FormProps = {
  isPending: boolean
  fault: Fault | null
  conflict: ReactNode
  onSubmit: () => void
  children: ReactNode
}

function RateForm({ isPending, fault, conflict, onSubmit, children }: FormProps) {
  const { rates } = useAdminMoneyTexts()
  const form = useFaultFocus(fault)
  return (
    <chakra.form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {conflict}
      <Flex direction="column" gap="3">
        {children}
        <Button type="submit" size="sm" disabled={isPending}>
          {rates.save}
        </Button>
      </Flex>
    </chakra.form>
  )
}
