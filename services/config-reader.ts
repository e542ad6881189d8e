// Reads single settings and collects what is wrong with them instead of stopping at the first.
import type { Env } from './config.ts'
import { readAddressList } from './io/address-list.ts'
import { readSettingFile } from './io/setting-file.ts'

export type Reader = ReturnType<typeof openReader>

export function openReader(env: Env) {
  const gaps: string[] = []
  /** Each is looked for once: its file may change meanwhile, and what is wrong is told once. */
  const known = new Map<string, string | null>()

  /** Unset and empty are the same. */
  function optional(name: string): string | null {
    if (!known.has(name)) known.set(name, look(name))
    return known.get(name) ?? null
  }

  /** `NAME`, or what the file says that `NAME_FILE` names. */
  function look(name: string): string | null {
    const given = wordOf(env[name])
    const path = wordOf(env[`${name}_FILE`])
    if (path === null) return given
    if (given === null) return inFile(name, path)
    gaps.push(`${name} and ${name}_FILE are both set: choose one`)
    return given
  }

  /** No gap repeats what stands in it, for it may be a secret. */
  function inFile(name: string, path: string): string | null {
    try {
      const value = wordOf(readSettingFile(path))
      // Perhaps whoever writes it has not done so yet.
      if (value === null) gaps.push(`${name}_FILE names ${path}, which is empty`)
      return value
    } catch (error) {
      const { code = 'no reason given' } = error as NodeJS.ErrnoException
      gaps.push(`${name}_FILE names ${path}, which cannot be read (${code})`)
      return null
    }
  }

  /** Without a fallback the setting must be given. */
  function text(name: string, fallback?: string): string {
    const value = optional(name) ?? fallback
    if (value !== undefined) return value
    gaps.push(`${name} is not set`)
    return ''
  }

  function whole(name: string, fallback: number, { min, max }: { min: number; max: number }) {
    const given = optional(name)
    if (given === null) return fallback
    const value = Number(given)
    if (Number.isSafeInteger(value) && value >= min && value <= max) return value
    gaps.push(`${name} must be a whole number from ${min} to ${max}`)
    return fallback
  }

  function fraction(name: string, fallback: number): number {
    const given = optional(name)
    if (given === null) return fallback
    const value = Number(given)
    if (value >= 0 && value <= 1) return value
    gaps.push(`${name} must be a number from 0 to 1`)
    return fallback
  }

  function oneOf<const Word extends string>(
    name: string,
    words: readonly Word[],
    fallback: Word,
  ): Word {
    const given = optional(name)
    if (given === null) return fallback
    const word = words.find((candidate) => candidate === given)
    if (word === undefined) gaps.push(`${name} must be one of ${words.join(', ')}`)
    return word ?? fallback
  }

  function address(name: string, value: string): URL {
    if (value !== '' && URL.canParse(value)) {
      const url = new URL(value)
      if (url.protocol === 'http:' || url.protocol === 'https:') return url
    }
    if (value !== '') gaps.push(`${name} must be an http or https address`)
    return new URL('http://unset.invalid')
  }

  return {
    gaps,
    env,
    optional,
    text,
    whole,
    fraction,
    oneOf,
    /** 0 lets the system choose, which tests want. */
    port: (name: string, fallback: number) => whole(name, fallback, { min: 0, max: 65_535 }),

    /** A day of the calendar. */
    day(name: string, fallback?: string): string {
      const value = text(name, fallback)
      const isDay = /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
      if (value !== '' && !isDay) gaps.push(`${name} must be a day like 2026-01-31`)
      return value
    },

    /** An address; a slash at its end is dropped. */
    url(name: string, fallback?: string): string {
      return address(name, text(name, fallback)).toString().replace(/\/$/, '')
    },

    /** Scheme, host and port alone. */
    origin(name: string, fallback: string): string {
      const url = address(name, text(name, fallback))
      if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
        gaps.push(`${name} must be an origin without a path, like https://shop.example`)
      return url.origin
    },

    /** `203.0.113.7,10.0.0.0/8`; null when it is not given. */
    addresses(name: string): readonly string[] | null {
      const given = optional(name)
      if (given === null) return null
      const list = given.split(',').map((part) => part.trim())
      if (readAddressList(list) === null)
        gaps.push(`${name} must be addresses and networks like 203.0.113.7,10.0.0.0/8`)
      return list
    },

    /** A JSON object of texts, such as `{"authorization":"App …"}`. */
    textMap(name: string, fallback: Readonly<Record<string, string>>) {
      const given = optional(name)
      if (given === null) return fallback
      const map = parseTextMap(given)
      if (map === null) gaps.push(`${name} must be a JSON object of texts`)
      return map ?? fallback
    },
  }
}

/** Without the blanks around it, and the line's end that a file has. */
function wordOf(text: string | undefined): string | null {
  const word = text?.trim()
  return word === undefined || word === '' ? null : word
}

function parseTextMap(given: string): Readonly<Record<string, string>> | null {
  let value: unknown
  try {
    value = JSON.parse(given)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const entries = Object.entries(value)
  if (!entries.every(([, part]) => typeof part === 'string')) return null
  return Object.fromEntries(entries) as Record<string, string>
}
