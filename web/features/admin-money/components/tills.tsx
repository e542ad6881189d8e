import { Box, chakra, Flex, Grid, Text } from '@chakra-ui/react'
import { useState } from 'react'
import type { ReactNode } from 'react'

import type { Till } from '#services/contract/money-desk.ts'

import { DateField, MoneyField, NumberField, TextField } from '../../../components/admin/fields.tsx'
import { EmptyState, ErrorRetry, ListSpinner } from '../../../components/admin/list-faces.tsx'
import { Quoted } from '../../../components/admin/quoted.tsx'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Money, Pounds } from '../../../components/money.tsx'
import { isDay } from '../../../lib/admin/in-address.ts'
import { showFailure, showSuccess } from '../../../lib/admin/outcome.ts'
import { useInAddress } from '../../../lib/admin/use-in-address.ts'
import { momentOf } from '../../../lib/day.ts'
import { useFaultFocus } from '../../../lib/fault-focus.ts'
import { useAdminMoneyTexts } from '../../../lib/text/admin-money.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { useCashUp, useTill } from '../api/money.ts'
import { typedCount, wrongCount } from '../till-form.ts'

/** `mayCount`: may this person count that till, as it stands? */
type Props = { mayCount: (till: Till) => boolean }

/** None: today. */
const usual = { day: '' }
const known = { day: isDay }

export function Tills({ mayCount }: Props) {
  const text = useAdminMoneyTexts()
  const [chosen, choose] = useInAddress(usual, known)
  const { data, error, isError, refetch } = useTill(chosen.day)
  return (
    <Box>
      <Box maxW="220px" mb="4">
        <DateField
          label={text.till.day}
          name="day"
          value={chosen.day || (data?.day ?? '')}
          onChange={(day) => choose({ day })}
        />
      </Box>
      {isError && <ErrorRetry line={text.failed} error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <ListSpinner />}
      {data?.tills.length === 0 && <EmptyState line={text.till.empty} />}
      <Grid templateColumns={{ base: '1fr', md: '1fr 1fr' }} gap="4">
        {data?.tills.map((till) => (
          <TillCard
            key={`${data.day} ${till.cashierId}`}
            day={data.day}
            till={till}
            mayCount={mayCount(till)}
          />
        ))}
      </Grid>
    </Box>
  )
}

function TillCard({ day, till, mayCount }: { day: string; till: Till; mayCount: boolean }) {
  const { till: words, methods } = useAdminMoneyTexts()
  // Whoever has begun goes on, though a colleague was faster: what was typed is still there.
  const [isCounting, setIsCounting] = useState(till.cashUp === null)
  const isOpen = mayCount && (till.cashUp === null || isCounting)
  return (
    <Box as="section" bg="bg.surface" borderWidth="1px" borderRadius="ticket" p="4">
      <chakra.h2 fontWeight="bold" fontSize="lg" mb="2">
        {till.cashier ?? words.somebody}
      </chakra.h2>
      <Grid as="dl" templateColumns="1fr auto" rowGap="1" fontSize="sm" css={endings}>
        {till.methods.map(({ method, payments, amount, lbp }) => (
          <Line
            key={`${method} ${lbp === null}`}
            label={`${methods[method]} · ${words.payments(payments)}`}
          >
            {lbp === null ? <Money amount={amount} /> : <Pounds amount={lbp} />}
          </Line>
        ))}
        <Line label={words.cashRefunds}>
          <Money amount={till.cashRefunds} />
        </Line>
        {till.cashRefundsLbp !== null && (
          <Line label={words.cashRefunds}>
            <Pounds amount={till.cashRefundsLbp} />
          </Line>
        )}
        <chakra.dt fontWeight="bold" pt="2" borderTopWidth="1px" borderTopStyle="dashed">
          {words.expected}
        </chakra.dt>
        <chakra.dd fontWeight="bold" pt="2" borderTopWidth="1px" borderTopStyle="dashed">
          <Money amount={till.expected} />
        </chakra.dd>
        {till.expectedLbp !== null && (
          <>
            <chakra.dt fontWeight="bold">{words.expectedLbp}</chakra.dt>
            <chakra.dd fontWeight="bold">
              <Pounds amount={till.expectedLbp} />
            </chakra.dd>
          </>
        )}
      </Grid>
      {till.cashUp && (
        <Counted
          till={till}
          cashUp={till.cashUp}
          onAgain={mayCount && !isOpen ? () => setIsCounting(true) : null}
        />
      )}
      <EarlierCounts counts={till.earlier} />
      {isOpen && <CountForm day={day} till={till} onDone={() => setIsCounting(false)} />}
    </Box>
  )
}

/** The space between is the sum's own: a line above both is one line. */
const endings = { '& > dd': { textAlign: 'end', ps: '3' } } as const

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)

type CountedProps = {
  till: Till
  cashUp: NonNullable<Till['cashUp']>
  onAgain: (() => void) | null
}

function Counted({ till: now, cashUp, onAgain }: CountedProps) {
  const { till } = useAdminMoneyTexts()
  const language = useLanguage()
  const { countedLbp } = cashUp
  return (
    <Flex direction="column" gap="2" mt="3" p="3" bg="bg.sunk" borderRadius="control" fontSize="sm">
      <Flex justify="space-between" columnGap="3" rowGap="2" wrap="wrap">
        <Text>
          {till.counted}: <Money amount={cashUp.counted} />
          {countedLbp !== null && (
            <>
              {' · '}
              <Pounds amount={countedLbp} />
            </>
          )}
        </Text>
        <Differing count={cashUp} />
      </Flex>
      <ExpectedThen now={now} cashUp={cashUp} />
      {cashUp.note && (
        <Text>
          <Quoted>{cashUp.note}</Quoted>
        </Text>
      )}
      <Text fontSize="xs" color="fg.soft">
        {till.closedBy(cashUp.closedBy ?? till.somebody, momentOf(cashUp.closedAt, language))}
      </Text>
      {onAgain && (
        <Button size="sm" variant="outline" alignSelf="flex-start" onClick={onAgain}>
          {till.again}
        </Button>
      )}
    </Flex>
  )
}

/** In dollars and in pounds, each where there is one. */
function Differing({
  count: { difference, differenceLbp },
}: {
  count: Pick<CountedProps['cashUp'], 'difference' | 'differenceLbp'>
}) {
  const { till } = useAdminMoneyTexts()
  const hasDollars = Number(difference) !== 0
  const hasPounds = differenceLbp !== null && Number(differenceLbp) !== 0
  if (!hasDollars && !hasPounds) return <Badge tone="success">{till.fits}</Badge>
  return (
    <>
      {hasDollars && (
        <Badge tone="danger">
          {till.difference} <Money amount={difference} />
        </Badge>
      )}
      {hasPounds && (
        <Badge tone="danger">
          {till.difference} <Pounds amount={differenceLbp} />
        </Badge>
      )}
    </>
  )
}

/** What another count took the place of: newest first, each with who counted, and the note. */
function EarlierCounts({ counts }: { counts: Till['earlier'] }) {
  const { till } = useAdminMoneyTexts()
  const language = useLanguage()
  if (counts.length === 0) return null
  return (
    <Box mt="3" fontSize="sm">
      <chakra.h3 fontWeight="bold" mb="1">
        {till.earlier}
      </chakra.h3>
      <chakra.ul listStyleType="none" display="flex" flexDirection="column" gap="2">
        {counts.map((count) => (
          <li key={count.version}>
            <Text>
              {till.counted}: <Money amount={count.counted} />
              {count.countedLbp !== null && (
                <>
                  {' · '}
                  <Pounds amount={count.countedLbp} />
                </>
              )}
            </Text>
            <Flex gap="2" my="1" wrap="wrap">
              <Differing count={count} />
            </Flex>
            {count.note && (
              <Text>
                <Quoted>{count.note}</Quoted>
              </Text>
            )}
            <Text fontSize="xs" color="fg.soft">
              {till.closedBy(count.closedBy ?? till.somebody, momentOf(count.closedAt, language))}
            </Text>
          </li>
        ))}
      </chakra.ul>
    </Box>
  )
}

const poundsOf = ({ expectedLbp }: Pick<Till, 'expectedLbp'>) => Number(expectedLbp ?? 0)

/** Payments that were written down or corrected since: the difference is of what was known then. */
function ExpectedThen({ now, cashUp }: { now: Till; cashUp: CountedProps['cashUp'] }) {
  const { till } = useAdminMoneyTexts()
  if (cashUp.expected === now.expected && poundsOf(cashUp) === poundsOf(now)) return null
  return (
    <Text>
      {till.expectedThen} <Money amount={cashUp.expected} />
      {cashUp.expectedLbp !== null && (
        <>
          {' · '}
          <Pounds amount={cashUp.expectedLbp} />
        </>
      )}
    </Text>
  )
}

function CountForm({ day, till, onDone }: { day: string; till: Till; onDone: () => void }) {
  const { till: words, actFailed } = useAdminMoneyTexts()
  const closing = useCashUp()
  const [dollars, setDollars] = useState('')
  const [pounds, setPounds] = useState('')
  const [note, setNote] = useState('')
  const [fault, setFault] = useState<'dollars' | 'pounds' | null>(null)
  const form = useFaultFocus(fault)

  const submit = () => {
    const count = typedCount({ dollars, pounds })
    const wrong = wrongCount(count, till)
    setFault(wrong)
    if (wrong !== null) return
    closing.mutate(
      {
        day,
        cashierId: till.cashierId,
        version: till.cashUp?.version ?? 0,
        counted: count.dollars,
        countedLbp: count.pounds,
        note,
      },
      {
        onSuccess: () => {
          showSuccess(words.closed)
          onDone()
        },
        onError: (reason) => showFailure(actFailed, reason, actFailed),
      },
    )
  }
  return (
    <chakra.form
      ref={form}
      noValidate
      mt="3"
      display="flex"
      flexDirection="column"
      gap="3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <MoneyField
        label={words.counted}
        name="counted"
        hint={words.countedHint}
        value={dollars}
        error={fault === 'dollars' ? words.badCount : null}
        onChange={setDollars}
      />
      <NumberField
        label={words.countedLbp}
        name="countedLbp"
        isSigned
        {...(till.expectedLbp === null && { hint: words.poundsHint })}
        value={pounds}
        error={fault === 'pounds' ? words.badPounds : null}
        onChange={setPounds}
      />
      <TextField
        label={words.note}
        name="note"
        charactersMax={500}
        value={note}
        onChange={setNote}
      />
      <Button type="submit" size="sm" disabled={closing.isPending}>
        {words.close}
      </Button>
    </chakra.form>
  )
}
