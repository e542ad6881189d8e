// What only a demonstration has, put together for `main.ts`: the sandbox that plays the providers,
// and a past. The image of production lacks both folders (Dockerfile), and no production start
// loads a file of them: here alone are they imported, and late.
import type { Router } from 'express'

import type { Config } from './config.ts'
import type { Core } from './core.ts'
import type { SeedNeeds } from './demo/seed.ts'
import { openDatabase } from './io/database.ts'
import type { Sandbox } from './sandbox/sandbox.ts'

/** Before anything is recorded. */
export async function beginPast(ownerUrl: string): Promise<void> {
  const { beginDemoPast } = await import('./demo/begin-past.ts')
  const owner = openDatabase({ url: ownerUrl, applicationName: 'qura seed', poolMax: 1 })
  await beginDemoPast(owner).finally(() => owner.end())
}

/** Once everything is there but the door. */
export async function livePast(needs: SeedNeeds): Promise<void> {
  const { seedDemo } = await import('./demo/seed.ts')
  await seedDemo(needs)
}

/** Null: the settings have none, as in production. */
export async function openSandbox({ config, keys, clock }: Core): Promise<Sandbox | null> {
  if (config.sandbox === null) return null
  const { startSandbox } = await import('./sandbox/sandbox.ts')
  return startSandbox({
    host: config.sandbox.host,
    port: config.sandbox.port,
    mailPort: config.sandbox.mailPort,
    shopOrigin: `http://${config.http.host}:${config.http.port}`,
    // Whish is told with each payment where to report: at the address that browsers know.
    settings: { callbackHosts: [config.http.publicHost] },
    witnesses: { verifierKeys: keys.verifierKeys, now: clock.now },
  })
}

/** `sandbox` null: it is in the process that this one stands beside, or nowhere. */
export async function openSandboxRouters(
  { sandbox: settings }: Config,
  sandbox: Sandbox | null,
): Promise<Router[]> {
  if (settings === null) return []
  const { sandboxElsewhere, sandboxRoutes } = await import('./sandbox/routes.ts')
  return [sandbox === null ? sandboxElsewhere(settings.origin) : sandboxRoutes(sandbox)]
}
