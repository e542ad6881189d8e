// Staff who search or count go through all there is: 10 to 25 ms of one core among 100,000 orders.
// Three at a time in each process: eight at the same time would each wait for all of them to end,
// and people who buy meanwhile would wait with them.
import { createSlots } from '../io/slots.ts'

export const searchTurns = createSlots(3)
