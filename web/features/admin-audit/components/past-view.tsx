import { chakra, Heading, Text } from '@chakra-ui/react'
import { useState } from 'react'

import { instantAt, wallClockOf } from '#events/kernel/beirut-clock.ts'
import type { AsOf } from '#services/contract/admin-audit.ts'

import { MomentField, SelectField, TextField } from '../../../components/admin/fields.tsx'
import { EmptyState } from '../../../components/admin/list-faces.tsx'
import { DataTable } from '../../../components/admin/data-table.tsx'
import { Button } from '../../../components/button.tsx'
import { codeWord } from '../../../lib/admin/fact-words.ts'
import type { Codes } from '../../../lib/admin/fact-words.ts'
import { oneOf } from '../../../lib/admin/in-address.ts'
import { isNoPerson } from '../../../lib/admin/is-no-person.ts'
import { refusalOf } from '../../../lib/admin/outcome.ts'
import { useInAddress } from '../../../lib/admin/use-in-address.ts'
import { ApiError } from '../../../lib/http.ts'
import { dollars } from '../../../lib/money.ts'
import { useAdminAuditTexts } from '../../../lib/text/admin-audit.ts'
import type { AdminAuditTexts } from '../../../lib/text/admin-audit-en.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import type { Language } from '../../../lib/text/text.tsx'
import { useAsOf } from '../api/audit.ts'
import { momentIn } from '../tell.ts'
import { useSubject } from '../use-subject.ts'

const usual: { about: 'order' | 'raffle'; subject: string } = { about: 'order', subject: '' }
const known = { about: oneOf(['order', 'raffle']), subject: isNoPerson }

/** Time travel: then beside now. Who reads no orders travels to raffles. */
export function PastView({ mayReadOrders }: { mayReadOrders: boolean }) {
  const texts = useAdminAuditTexts()
  const text = texts.past
  const past = useAsOf()
  const [chosen, choose] = useInAddress(usual, known)
  const kind = mayReadOrders ? chosen.about : 'raffle'
  const subject = useSubject({
    screen: 'past',
    chosen: chosen.subject,
    onChoose: (words) => choose({ subject: words }),
  })
  const [moment, setMoment] = useState(() => wallClockOf(new Date()))
  const at = instantAt(moment)
  const isNobody = past.error instanceof ApiError && past.error.status === 404
  const failed = isNobody ? texts.unknown : (refusalOf(past.error) ?? text.failed)
  return (
    <>
      <Text color="fg.soft" mb="4">
        {text.lead}
      </Text>
      <chakra.form
        noValidate
        display="grid"
        gap="3"
        gridTemplateColumns={{ base: '1fr', md: '140px 1fr 230px auto' }}
        alignItems="end"
        maxW="content"
        mb="5"
        onSubmit={(event) => {
          event.preventDefault()
          if (at !== null) past.mutate({ subjectKind: kind, subject: subject.words, at })
        }}
      >
        <SelectField
          label={texts.filter.subjectKind}
          name="subjectKind"
          value={kind}
          onChange={(value) => choose({ about: value === 'raffle' ? 'raffle' : 'order' })}
        >
          {mayReadOrders && <option value="order">{texts.kinds.order}</option>}
          <option value="raffle">{texts.kinds.raffle}</option>
        </SelectField>
        <TextField
          label={texts.filter.subject}
          name="subject"
          value={subject.words}
          onChange={subject.type}
          onDone={subject.finish}
        />
        <MomentField label={text.moment} name="at" value={moment} onChange={setMoment} />
        <Button
          type="submit"
          disabled={past.isPending || subject.words.trim() === '' || at === null}
        >
          {text.show}
        </Button>
      </chakra.form>
      <div aria-live="polite">
        {past.error && <EmptyState line={failed} />}
        {past.data && <Comparison {...past.data} />}
      </div>
    </>
  )
}

/** Instants as moments in Beirut, amounts with their sign, codes as words; the rest as recorded. */
function readable(value: string, codes: Codes, language: Language): string {
  return value
    .split(' ')
    .map((part) => partOf(part, codes, language))
    .join(' · ')
}

function partOf(part: string, codes: Codes, language: Language): string {
  return AMOUNT.test(part) ? dollars(part) : momentIn(codeWord(codes, part), language)
}

const AMOUNT = /^-?\d+\.\d\d$/

/** Words of people's own choice: none of theirs is a code. */
const written: ReadonlySet<string> = new Set([
  'item',
  'name',
  'prize',
  'reference',
  'licenceNumber',
  'description',
  'prizeInfo',
])

type Line = { key: string; code: string; name: string; past: string; now: string }

function Comparison({ past, now }: { past: AsOf; now: AsOf }) {
  const { past: text, codes } = useAdminAuditTexts()
  const language = useLanguage()
  const words = ({ code }: Line, value: string) =>
    written.has(code) ? value : readable(value, codes, language)
  const lines = linesOf(text.names, past, now).map((line) => ({
    ...line,
    past: words(line, line.past),
    now: words(line, line.now),
  }))
  const isSame = past.facts === now.facts
  return (
    <>
      <Heading as="h2" fontSize="lg" fontWeight="bold" mb="1">
        <bdi>{past.subject.name}</bdi>
      </Heading>
      <Text fontSize="sm" color="fg.muted" mb="3">
        {past.facts === 0 ? text.never : text.facts(past.facts)}
        {isSame && past.facts > 0 && ` · ${text.same}`}
      </Text>
      <DataTable<Line>
        caption={text.atThatTime}
        columns={[
          { key: 'name', header: text.field, onPhone: 'bare', cell: ({ name }) => <b>{name}</b> },
          {
            key: 'past',
            header: text.atThatTime,
            cell: (line) => <Value line={line} side="past" />,
          },
          { key: 'now', header: text.now, cell: (line) => <Value line={line} side="now" /> },
        ]}
        rows={lines}
        keyOf={({ key }) => key}
      />
    </>
  )
}

function Value({ line, side }: { line: Line; side: 'past' | 'now' }) {
  const isChanged = line.past !== line.now
  return (
    <chakra.bdi
      fontWeight={isChanged && side === 'now' ? 'bold' : 'normal'}
      color={isChanged && side === 'now' ? 'cedar.fg' : 'fg'}
      overflowWrap="anywhere"
    >
      {line[side] || '–'}
    </chakra.bdi>
  )
}

/** The same name may stand on several lines, such as the items of an order: they pair in order. */
function linesOf(names: AdminAuditTexts['past']['names'], past: AsOf, now: AsOf): Line[] {
  const keyed = ({ lines }: AsOf) => {
    const seen = new Map<string, number>()
    return new Map(
      lines.map(({ name, value }) => {
        const n = (seen.get(name) ?? 0) + 1
        seen.set(name, n)
        return [`${name} ${n}`, { name, value }] as const
      }),
    )
  }
  const [before, after] = [keyed(past), keyed(now)]
  return [...new Set([...after.keys(), ...before.keys()])].map((key) => {
    const name = (after.get(key) ?? before.get(key))?.name ?? key
    const isKnown = (code: string): code is keyof typeof names => Object.hasOwn(names, code)
    return {
      key,
      code: name,
      name: isKnown(name) ? names[name] : name,
      past: before.get(key)?.value ?? '',
      now: after.get(key)?.value ?? '',
    }
  })
}
