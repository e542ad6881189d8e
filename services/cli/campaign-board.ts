// What a campaign shows while it runs: a row for each step that has ended, and below them which
// steps run, since when, what each said last, and how much of the whole has gone by.
import type { Step } from '../testing/campaign/steps.ts'
import { bar } from './terminal.ts'

export type Board = {
  begin: (step: Step) => {
    heard: (line: string) => void
    /** `rows`: for standard output; left out where a program reads it. */
    end: (rows: readonly string[]) => void
  }
  stop: () => void
}

const REDRAW_MS = 500
/** Room for what steps say, between them. */
const SAID_WIDTH = 64

type Running = { name: string; begunAt: number; said: string }

export function openBoard(whole: { steps: number; startedAt: number; minutes: number }): Board {
  const running = new Set<Running>()
  let shown = bar('campaign', whole.steps)
  let ended = 0
  const draw = () => shown.update(ended, label(whole, [...running]), whole.steps)
  const ticking = process.stderr.isTTY ? setInterval(draw, REDRAW_MS) : undefined
  return {
    begin({ names: [name = ''], title }) {
      const step: Running = { name, begunAt: performance.now(), said: title }
      running.add(step)
      if (ticking === undefined) shown.update(ended, `${name} ${title}`)
      return {
        heard: (line) => void (step.said = line === '' ? step.said : line),
        end(rows) {
          running.delete(step)
          ended += 1
          shown.stop()
          for (const row of rows) console.log(row)
          shown = bar('campaign', whole.steps)
          if (ticking !== undefined) draw()
        },
      }
    },
    stop() {
      clearInterval(ticking)
      shown.stop()
    },
  }
}

function label(
  { startedAt, minutes }: { startedAt: number; minutes: number },
  running: readonly Running[],
): string {
  const width = Math.floor(SAID_WIDTH / Math.max(1, running.length))
  const steps = running.map(
    ({ name, begunAt, said }) => `${name} ${since(begunAt)}  ${said.slice(0, width)}`,
  )
  return `${since(startedAt)} of ${minutes}:00  ${steps.join('  |  ')}`
}

/** Minutes and seconds. */
function since(ms: number): string {
  const seconds = Math.floor((performance.now() - ms) / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
