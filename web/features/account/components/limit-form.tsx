import { Grid, Text } from '@chakra-ui/react'
import { useState } from 'react'

import { pauseDays } from '#services/contract/account.ts'
import type { Account } from '#services/contract/account.ts'

import { Button } from '../../../components/button.tsx'
import { dayOf } from '../../../lib/day.ts'
import { dollars } from '../../../lib/money.ts'
import { useSelfTexts } from '../../../lib/text/account-self.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { useCapSpending, usePauseBuying } from '../api/account.ts'
import { useOutcome } from '../use-outcome.ts'
import { useProof } from '../use-proof.tsx'
import { AccountCard } from './account-card.tsx'
import { TextField } from './text-field.tsx'

const AMOUNT = /^\d{1,7}(\.\d{1,2})?$/

export function LimitForm({ account: { limits } }: { account: Account }) {
  const texts = useSelfTexts()
  const language = useLanguage()
  const outcome = useOutcome()
  const proof = useProof()
  const capSpending = useCapSpending()
  const [cap, setCap] = useState(limits.monthlyCap ?? '')
  const [isWrong, setIsWrong] = useState(false)
  const { next } = limits

  const outcomeOf: OutcomeOf = (act) => ({
    ...outcome,
    onError: (error) => {
      if (!proof.isAskedBy(error, act)) outcome.onError(error)
    },
  })
  const save = () => {
    const amount = cap.trim()
    const isAmount = amount === '' || AMOUNT.test(amount)
    setIsWrong(!isAmount)
    if (isAmount) capSpending.mutate(amount || null, outcomeOf(save))
  }

  return (
    <AccountCard title={texts.limits} hint={texts.limitsHint} onSubmit={save}>
      <TextField
        label={texts.cap}
        hint={texts.capHint}
        error={isWrong ? texts.invalidCap : null}
        inputMode="decimal"
        value={cap}
        onText={setCap}
      />
      <Text fontSize="sm" color="fg.soft">
        {texts.spent(dollars(limits.spentThisMonth))}
        {next && (
          <>
            <br />
            {texts.capNext(
              next.monthlyCap === null ? texts.noCap : dollars(next.monthlyCap),
              dayOf(next.from, language),
            )}
          </>
        )}
      </Text>
      <Button
        type="submit"
        variant="outline"
        alignSelf="flex-start"
        disabled={capSpending.isPending}
      >
        {texts.save}
      </Button>
      <Pause pausedUntil={limits.pausedUntil} outcomeOf={outcomeOf} />
      {proof.dialog}
    </AccountCard>
  )
}

/** What follows `act`, which is done once more after the proof that it was refused for. */
type OutcomeOf = (act: () => void) => { onSuccess: () => void; onError: (error: unknown) => void }

type PauseProps = { pausedUntil: string | null; outcomeOf: OutcomeOf }

function Pause({ pausedUntil, outcomeOf }: PauseProps) {
  const texts = useSelfTexts()
  const language = useLanguage()
  const pause = usePauseBuying()
  const pauseFor = (days: number) =>
    pause.mutate(
      days,
      outcomeOf(() => pauseFor(days)),
    )
  return (
    <>
      <Text fontWeight="bold" mt="2">
        {texts.pause}
      </Text>
      <Text fontSize="sm" color="fg.soft">
        {pausedUntil === null ? texts.pauseHint : texts.pausedUntil(dayOf(pausedUntil, language))}
      </Text>
      <Grid gap="2" templateColumns="repeat(3, 1fr)">
        {pauseDays.map((days) => (
          <Button
            key={days}
            type="button"
            variant="outline"
            size="sm"
            px="2"
            disabled={pause.isPending}
            onClick={() => pauseFor(days)}
          >
            {texts.days(days)}
          </Button>
        ))}
      </Grid>
    </>
  )
}
