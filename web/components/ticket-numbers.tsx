import { chakra, Flex } from '@chakra-ui/react'
import type { HTMLChakraProps } from '@chakra-ui/react'
import { useState } from 'react'

import { ticketLabel, ticketRanges } from '../lib/ticket-ranges.ts'
import type { TicketRange } from '../lib/ticket-ranges.ts'
import { useOrderTexts } from '../lib/text/account-order.ts'

const SHOWN_MAX = 6
/** Of one step of "show all": a page of ten thousand chips would stop a cheap phone. */
const OPENED_MAX = 300

type Props = {
  numbers: readonly string[]
  voidNumbers?: readonly string[]
  /** The one that has won. */
  wonNumber?: string | undefined
}

/** Few numbers one by one, many as runs with every number on request. */
export function TicketNumbers({ numbers, voidNumbers = [], wonNumber }: Props) {
  const { tickets } = useOrderTexts()
  const [shownMax, setShownMax] = useState(0)
  const voids = new Set(voidNumbers)
  const isMany = numbers.length > SHOWN_MAX
  const isOpen = shownMax > 0
  const shown = isMany ? numbers.slice(0, shownMax) : numbers
  const isWonApart = wonNumber !== undefined && !shown.includes(wonNumber)
  return (
    <Flex wrap="wrap" gap="1.5" align="center">
      {isWonApart && <WonChip number={wonNumber} />}
      {isMany &&
        !isOpen &&
        runs(numbers, voids).map(({ first, last, count }) => (
          <Chip key={first} isVoid={voids.has(first)}>
            <bdi>{ticketLabel(first)}</bdi>
            {count > 1 && (
              <>
                <chakra.span aria-hidden color="fg.muted" mx="1">
                  –
                </chakra.span>
                <bdi>{ticketLabel(last)}</bdi>
              </>
            )}
          </Chip>
        ))}
      {shown.map((number) =>
        number === wonNumber ? (
          <WonChip key={number} number={number} />
        ) : (
          <Chip key={number} isVoid={voids.has(number)}>
            <bdi>{ticketLabel(number)}</bdi>
          </Chip>
        ),
      )}
      {isMany && shownMax < numbers.length && (
        <More onClick={() => setShownMax(shownMax + OPENED_MAX)}>
          {isOpen ? `+ ${numbers.length - shownMax}` : tickets.showAll(numbers.length)}
        </More>
      )}
      {isOpen && <More onClick={() => setShownMax(0)}>{tickets.showLess}</More>}
    </Flex>
  )
}

/** In their order; a run is void as a whole or not at all. */
const runs = (numbers: readonly string[], voids: ReadonlySet<string>): TicketRange[] =>
  [true, false]
    .flatMap((isVoid) => ticketRanges(numbers.filter((number) => voids.has(number) === isVoid)))
    .toSorted((one, other) => Number(one.first) - Number(other.first))

/** Printed on gold, and told to those who do not see it. */
function WonChip({ number }: { number: string }) {
  const { tickets } = useOrderTexts()
  return (
    <Chip bg="plate.foil" borderColor="plate.foil" color="saffron.on" fontWeight="bold">
      <chakra.span srOnly>{tickets.won.number}</chakra.span>
      <bdi>{ticketLabel(number)}</bdi>
    </Chip>
  )
}

type ChipProps = HTMLChakraProps<'span'> & { isVoid?: boolean }

/** A line through it is seen; the word is for those who do not see it. */
function Chip({ isVoid = false, children, ...look }: ChipProps) {
  const { tickets } = useOrderTexts()
  return (
    <chakra.span
      dir="ltr"
      fontFamily="serial"
      fontSize="xs"
      letterSpacing="serial"
      minH="28px"
      px="2"
      display="inline-flex"
      alignItems="center"
      borderWidth="1px"
      borderStyle="dashed"
      borderColor="line.strong"
      borderRadius="tag"
      whiteSpace="nowrap"
      color={isVoid ? 'fg.muted' : 'fg'}
      textDecoration={isVoid ? 'line-through' : undefined}
      title={isVoid ? tickets.void : undefined}
      {...look}
    >
      {isVoid && <chakra.span srOnly>{tickets.void} </chakra.span>}
      {children}
    </chakra.span>
  )
}

function More({ onClick, children }: { onClick: () => void; children: React.ReactNode }) {
  return (
    <chakra.button
      type="button"
      onClick={onClick}
      position="relative"
      minH="28px"
      // As tall for a thumb as every button.
      _before={{ content: '""', position: 'absolute', insetInline: 0, insetBlock: '-8px' }}
      px="3"
      borderRadius="tag"
      bg="bg.sunk"
      boxShadow="sunk"
      color="fg"
      fontSize="xs"
      fontWeight="bold"
      cursor="pointer"
      _print={{ display: 'none' }}
    >
      {children}
    </chakra.button>
  )
}
