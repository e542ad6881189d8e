// A program of the service at its smallest: it runs until it is asked to end, says so, and then
// stops for as many milliseconds as its first argument says; the second one is the limit.
import { setTimeout as sleep } from 'node:timers/promises'

import { firstSignal, stopWithin } from '../cli/until-asked.ts'

const [, , stopMs, limitMs] = process.argv
const running = setInterval(() => {}, 1_000)
const asked = firstSignal()
process.send?.('running')
await asked
stopWithin(limitMs === undefined ? undefined : Number(limitMs))
process.send?.('stopping')
await sleep(Number(stopMs))
clearInterval(running)
process.disconnect?.()
