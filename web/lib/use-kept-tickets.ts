import { useEffect } from 'react'

import { keepTickets } from './kept-tickets.ts'
import type { KeptTicket } from './kept-tickets.ts'

/** What is seen here is kept for when there is no network. */
export function useKeptTickets(tickets: readonly KeptTicket[]): void {
  const ids = tickets.map(({ id, voidNumbers }) => id + voidNumbers.length).join()
  useEffect(() => {
    keepTickets(tickets, Date.now())
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the same tickets, drawn again
  }, [ids])
}
