import { chakra, Text } from '@chakra-ui/react'
import { ShieldCheck } from 'lucide-react'

import { proofFilePath } from '#services/contract/receipts.ts'

import { useOrderTexts } from '../lib/text/account-order.ts'
import { ticketLabel } from '../lib/ticket-ranges.ts'
import { Button } from './button.tsx'

/** The tickets of one order line: what one proof covers. */
export type ProvenTickets = { orderId: string; id: string; ticketNumbers: readonly string[] }

/** A file to keep for each range of tickets. Plain links: they work before any script has run. */
export function ProofLinks({ parts }: { parts: readonly ProvenTickets[] }) {
  const { proof } = useOrderTexts()
  const [only] = parts
  return (
    <>
      {parts.length === 1 && only !== undefined ? (
        <ProofLink part={only} label={proof.download} />
      ) : (
        <chakra.details flexBasis="100%">
          <chakra.summary cursor="pointer" fontWeight="bold" fontSize="sm" minH="target" py="2">
            {proof.downloads(parts.length)}
          </chakra.summary>
          <chakra.ul listStyleType="none" display="flex" flexWrap="wrap" gap="2" mt="1">
            {parts.map((part) => (
              <li key={part.id}>
                <ProofLink part={part} label={rangeOf(part.ticketNumbers, proof.range)} />
              </li>
            ))}
          </chakra.ul>
        </chakra.details>
      )}
      <Text fontSize="xs" color="fg.muted" flexBasis="100%" maxW="60ch">
        {proof.why}
      </Text>
    </>
  )
}

function ProofLink({ part, label }: { part: ProvenTickets; label: string }) {
  const { proof } = useOrderTexts()
  const { orderId, id, ticketNumbers } = part
  return (
    <Button asChild variant="outline" size="sm">
      <a
        href={proofFilePath({ orderId, lineId: id })}
        download
        aria-label={`${proof.download}: ${rangeOf(ticketNumbers, proof.range)}`}
      >
        <ShieldCheck size={16} aria-hidden />
        <bdi>{label}</bdi>
      </a>
    </Button>
  )
}

function rangeOf(numbers: readonly string[], range: (first: string, last: string) => string) {
  const [first, last] = [ticketLabel(numbers[0] ?? ''), ticketLabel(numbers.at(-1) ?? '')]
  return first === last ? first : range(first, last)
}
