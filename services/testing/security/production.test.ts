// What production does not start with (docs/security.md, K13, K63): the real program, and what it
// answers.
import { execFile } from 'node:child_process'
import { join } from 'node:path'

import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const EXIT_SETTINGS = 78

/** Enough to be stopped by nothing else: every host is one that nobody has. */
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://qura_app@db.invalid/qura?sslmode=verify-full',
  PUBLIC_ORIGIN: 'https://shop.invalid',
  DATA_DIR: '/var/qura',
  SIGNER_DIR: '/etc/qura/signer',
  APP_SECRET: 'Yh7dK2pQz9wX4vB6nM1cR8tL3sF5gJ0aPq2',
  SMS_URL: 'https://gateway.invalid/send',
  WHISH_BASE_URL: 'https://whish.invalid/api',
  WHISH_CHANNEL: '1',
  WHISH_SECRET: 'k3Zq9wX4vB6n',
  WHISH_WEBSITE_URL: 'https://shop.invalid',
  SHOP_ADDRESS: 'Hamra 12',
  SHOP_PHONE: '+9611000000',
  SHOP_WHATSAPP: '+9613000000',
}

type Ended = { code: number | string | null | undefined; said: string }

function start(settings: Record<string, string>): Promise<Ended> {
  const program = ['--import', './services/cli/node-24.mjs', 'services/cli/start.ts']
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, ...production, ...settings }
  return new Promise((resolve) => {
    execFile(process.execPath, program, { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: stdout + stderr }),
    )
  })
}

it('K13 with the demo, the sandbox that shows codes, or a database of tests', async () => {
  const settings = {
    DEMO: '1',
    SANDBOX_PORT: '3001',
    TEST_DATABASE_URL: 'postgres://db.invalid/test',
  }
  const { code, said } = await start(settings)
  expect(code).toBe(EXIT_SETTINGS)
  for (const name of Object.keys(settings)) expect(said).toMatch(new RegExp(`${name} is `))
})

it('K63 with short and sample secrets; each is named, and none is repeated', async () => {
  const samples = {
    APP_SECRET: 'change-me-change-me-change-me-change-me',
    APP_SECRET_PREVIOUS: 'x9f3Kq',
    WHISH_SECRET: 'sandbox-whish-secret',
    ADMIN_PASSWORD: 'too-short',
  }
  const { code, said } = await start(samples)
  expect(code).toBe(EXIT_SETTINGS)
  for (const [name, value] of Object.entries(samples)) {
    expect(said).toContain(name)
    expect(said).not.toContain(value)
  }
})
