import { Box, Flex, Heading, Text } from '@chakra-ui/react'
import { useState } from 'react'
import type { FormEvent } from 'react'

import type { LiveDraw } from '#services/contract/draws.ts'

import { Button } from '../../../components/button.tsx'
import { FormField } from '../../../components/form-field.tsx'
import { Input } from '../../../components/input.tsx'
import { useDrawTexts } from '../../../lib/text/draw.ts'
import type { DrawTexts } from '../../../lib/text/draw-en.ts'
import { ticketLabel } from '../../../lib/ticket-ranges.ts'
import { ticketFate } from '../ticket-fate.ts'
import type { TicketFate } from '../ticket-fate.ts'

/** "Did I win?", answered in the page: nobody is told which number was asked for. */
export function FindTicket({ draw }: { draw: LiveDraw }) {
  const { find } = useDrawTexts()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<string | null>(null)
  const fate = asked === null ? null : ticketFate(draw, asked)

  const ask = (event: FormEvent) => {
    event.preventDefault()
    setAsked(typed)
  }
  return (
    <Box as="section" bg="bg.surface" borderWidth="1px" borderRadius="ticket" p="5">
      <Heading as="h2" fontSize="lg" fontWeight="bold" mb="3">
        {find.title}
      </Heading>
      <form noValidate onSubmit={ask}>
        <Flex gap="3" align="flex-start" direction={{ base: 'column', sm: 'row' }}>
          <Box flex="1" width="full">
            <FormField
              label={find.label}
              hint={find.hint}
              error={fate?.kind === 'invalid' ? find.invalid : null}
            >
              {(parts) => (
                <Input
                  {...parts}
                  dir="ltr"
                  inputMode="numeric"
                  autoComplete="off"
                  fontFamily="serial"
                  value={typed}
                  onChange={({ target }) => setTyped(target.value)}
                />
              )}
            </FormField>
          </Box>
          <Button type="submit" mt={{ sm: '26px' }} width={{ base: 'full', sm: 'auto' }}>
            {find.ask}
          </Button>
        </Flex>
      </form>
      <Box role="status" mt={fate && fate.kind !== 'invalid' ? '4' : '0'}>
        {fate && fate.kind !== 'invalid' && <Answer fate={fate} />}
      </Box>
    </Box>
  )
}

type Known = Exclude<TicketFate, { kind: 'invalid' }>

function Answer({ fate }: { fate: Known }) {
  const texts = useDrawTexts()
  const isWin = fate.kind === 'won' || fate.kind === 'delivered'
  return (
    <Text
      p="4"
      borderRadius="control"
      fontWeight={isWin ? 'heavy' : 'medium'}
      bg={isWin ? 'saffron.subtle' : 'bg.sunk'}
      color={isWin ? 'saffron.fg' : 'fg'}
    >
      {sentence(fate, texts)}
    </Text>
  )
}

function sentence(fate: Known, { find, hero }: DrawTexts): string {
  if (fate.kind === 'cancelled') return hero.cancelled
  const number = ticketLabel(fate.number)
  switch (fate.kind) {
    case 'reserve':
      return find.reserve(number, fate.place)
    case 'not_yet':
      return find.notYet(number)
    case 'unknown':
    case 'void':
    case 'won':
    case 'delivered':
    case 'forfeited':
    case 'lost':
      return find[fate.kind](number)
  }
}
