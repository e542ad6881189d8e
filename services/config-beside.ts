// The settings of the processes beside the first one: its own, but for what only one can have.
import type { Config, Env } from './config.ts'

/** What the first process found or made, and the others use. */
export type Found = { databaseUrl: string; distFolder: string }

/** `index`: 1 for the first of those beside. Each serves its figures on a port of its own. */
export function envBeside(env: Env, config: Config, index: number, found: Found): Env {
  const { port } = config.metrics
  const own = {
    DATABASE_URL: found.databaseUrl,
    WAL_ARCHIVE_DIR: '', // it is the first process that runs PostgreSQL
    WEB_BUILD: found.distFolder, // one that is started again serves the same pages as the first
    METRICS_PORT: String(port === 0 ? 0 : port + index),
  }
  return { ...env, ...own, ...withoutFiles(own) }
}

/** For settings that are given here: no file of the environment has a say in them. */
export const withoutFiles = (settings: Env): Record<string, string> =>
  Object.fromEntries(Object.keys(settings).map((name) => [`${name}_FILE`, '']))

/** Each of them would refuse to start, one after the other and without end. */
export function besideGaps({ processes, http, sandbox, metrics }: Config): string[] {
  if (processes === 1 || metrics.port === 0) return []
  const last = metrics.port + processes - 1
  const taken = [http.port, sandbox?.port, sandbox?.mailPort].filter(
    (port) => port != null && port > metrics.port && port <= last,
  )
  if (taken.length === 0 && last <= 65_535) return []
  return [
    `METRICS_PORT: with PROCESSES=${processes} the ports ${metrics.port} to ${last} are for ` +
      'figures, and PORT, SANDBOX_PORT and SANDBOX_MAIL_PORT lie elsewhere',
  ]
}
