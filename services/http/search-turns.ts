// Staff who search or count go through all there is: 10 to 25 ms of one core among 100,000 orders.
// Three at a time in each process: eight at the same time would each wait for all of them to end,
// and people who buy meanwhile would wait with them (docs/decisions/0033). A line that does not
// move is no line: who stands in it for so long is told that we are busy.
import { openGate } from '../commands/gate.ts'

export const inSearchTurn = openGate({ insideMax: 3, waitingMax: 100, waitMsMax: 3_000 })

/**
 * What waits for a person is wanted most when everything is slow: no search stands before it.
 * As many at a time as searches, for one by one eight who page through it would wait for each
 * other. Longer than its slowest answer takes.
 */
export const inAttentionTurn = openGate({ insideMax: 3, waitingMax: 100, waitMsMax: 20_000 })
