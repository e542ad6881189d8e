// What commands show: a bar where somebody looks, plain lines where a file or a program does. All
// of it goes to standard error, so that standard output stays a command's answer.
import { parseArgs } from 'node:util'

import { Presets, SingleBar } from 'cli-progress'

export type Bar = {
  /** Without a total the bar only counts. */
  update: (done: number, label?: string, total?: number) => void
  stop: () => void
}

export function bar(title: string, total = 0): Bar {
  return process.stderr.isTTY ? drawnBar(title, total) : plainBar(title)
}

function drawnBar(title: string, total: number): Bar {
  const drawn = new SingleBar(
    {
      format: (_options, { value, total: all }, { label }: { label: string }) =>
        all > 0 ? `${title} ${strip(value / all)} ${value}/${all} ${label}` : `${title} ${label}`,
      hideCursor: true,
      clearOnComplete: true,
      linewrap: false,
      fps: 15,
    },
    Presets.shades_classic,
  )
  drawn.start(total, 0, { label: '' })
  return {
    update(done, label = '', nextTotal = total) {
      if (nextTotal > 0) drawn.setTotal(nextTotal)
      drawn.update(done, { label: nextTotal > 0 ? label : `${label} ${done}` })
    },
    stop: () => drawn.stop(),
  }
}

const CELLS = 24

function strip(part: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, part)) * CELLS)
  return '█'.repeat(filled) + '░'.repeat(CELLS - filled)
}

/** One line per new label. */
function plainBar(title: string): Bar {
  let last = ''
  return {
    update(_done, label = '') {
      if (label === last || label === '') return
      last = label
      process.stderr.write(`${title}: ${label}\n`)
    },
    stop: () => {},
  }
}

/** Of `parseArgs`: its message says which option, and that is all a person needs. */
export const isWrongOption = (error: unknown): error is TypeError =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

/** For the end of a command that refuses nothing else; `refusals.ts` loads much more. */
export function tellWrongOption(error: unknown): void {
  if (!isWrongOption(error)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

/** For a command without options: refuses whatever was typed, as `parseArgs` does. */
export function takesNothing(given: readonly string[] = process.argv.slice(2)): void {
  parseArgs({ args: [...given], options: {} })
}

/** The text of `--help`, when it was asked for. */
export function wantsHelp(help: string, given: readonly string[] = process.argv.slice(2)): boolean {
  if (!given.includes('--help') && !given.includes('-h')) return false
  process.stdout.write(`${help.trim()}\n`)
  return true
}
