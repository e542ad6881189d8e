// What a rush looks like in the terminal while it goes on: a few lines that are drawn over
// themselves, or one line a second where nobody watches. On standard error.
import type { Crowd } from '../bench/crowd.ts'

export type Screen = { draw: () => void; stop: () => void }

const CELLS = 50
const PLAIN_EVERY_MS = 1_000

export function drawRush(crowd: Crowd, size: { buyers: number; tickets: number }): Screen {
  return process.stderr.isTTY ? drawnScreen(crowd, size) : plainScreen(crowd, size)
}

type Size = { buyers: number; tickets: number }

function drawnScreen(crowd: Crowd, size: Size): Screen {
  let drawnLines = 0
  const rate = rateOf(crowd)
  const draw = () => {
    const lines = linesOf(crowd, size, rate())
    const up = drawnLines > 0 ? `\x1b[${drawnLines}A` : ''
    process.stderr.write(`${up}${lines.map((line) => `\x1b[2K${line}\n`).join('')}`)
    drawnLines = lines.length
  }
  return { draw, stop: draw }
}

function plainScreen(crowd: Crowd, size: Size): Screen {
  let saidMs = -Infinity
  const rate = rateOf(crowd)
  const say = () =>
    process.stderr.write(`rush: ${linesOf(crowd, size, rate()).slice(1).join(', ')}\n`)
  return {
    draw() {
      if (performance.now() - saidMs < PLAIN_EVERY_MS) return
      saidMs = performance.now()
      say()
    },
    stop: say,
  }
}

function linesOf(crowd: Crowd, { buyers, tickets }: Size, perSecond: number): string[] {
  const held = crowd.ticketsReserved - crowd.ticketsIssued
  return [
    strip({ sold: crowd.ticketsIssued / tickets, held: held / tickets }),
    `tickets: ${crowd.ticketsIssued} sold, ${held} held of ${tickets}`,
    `buyers: ${crowd.asked} of ${buyers} answered, ${crowd.paid} paid, ${crowd.refused} too late`,
    `${perSecond} purchases/s`,
    ...[...crowd.unexpected].slice(0, 3).map(([what, times]) => `${times} × ${what}`),
  ]
}

/** Full: sold; half: held; light: free. */
function strip({ sold, held }: { sold: number; held: number }): string {
  const full = Math.round(Math.min(1, sold) * CELLS)
  const half = Math.min(CELLS - full, Math.round(held * CELLS))
  return '█'.repeat(full) + '▒'.repeat(half) + '░'.repeat(CELLS - full - half)
}

/** Purchases answered a second since it was last asked. */
function rateOf(crowd: Crowd): () => number {
  let [asked, atMs] = [crowd.asked, performance.now()]
  return () => {
    const [nowAsked, nowMs] = [crowd.asked, performance.now()]
    const perSecond = ((nowAsked - asked) * 1_000) / Math.max(nowMs - atMs, 1)
    asked = nowAsked
    atMs = nowMs
    return Math.round(perSecond)
  }
}
