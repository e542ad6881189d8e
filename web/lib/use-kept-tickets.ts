import { useEffect } from 'react'

import { keepTickets } from './kept-tickets.ts'
import type { SeenTicket } from './kept-tickets.ts'

/** What is seen here is kept for when there is no network. */
export function useKeptTickets(tickets: readonly SeenTicket[]): void {
  const ids = tickets.map(({ id, voidNumbers }) => id + voidNumbers.length).join()
  useEffect(() => {
    keepTickets(tickets, Date.now())
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the same tickets, drawn again
  }, [ids])
}
