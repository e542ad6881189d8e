// npm run sandbox: the stand-ins for payment and message providers alone, on their own listener.
import { parseArgs } from 'node:util'

import { openReader } from '../config-reader.ts'
import { ConfigRefused } from '../config.ts'
import { startSandbox } from '../sandbox/sandbox.ts'

const help = `npm run sandbox [-- options]

Starts Whish, MontyPay and the message gateways of the sandbox, without the shop. A shop that runs
elsewhere uses them through WHISH_BASE_URL, MONTYPAY_BASE_URL and SMS_URL; docs/providers.md lists
the addresses, the test accounts and the failure switches. Everything is kept in memory.

  --port <number>   listens here (default: SANDBOX_PORT, else 3001)
  --mail <number>   takes e-mail here (default: SANDBOX_MAIL_PORT, else none)
  --host <address>  on this address (default 127.0.0.1)
  --shop <origin>   where callbacks go (default: PUBLIC_ORIGIN, else http://127.0.0.1:3000)
  --pages <origin>  where browsers reach the hosted pages (default: the sandbox itself)
  --help            this text`

async function main(): Promise<void> {
  const reader = openReader(process.env)
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: reader.text('SANDBOX_PORT', '3001') },
      mail: { type: 'string', default: reader.text('SANDBOX_MAIL_PORT', '0') },
      host: { type: 'string', default: '127.0.0.1' },
      shop: { type: 'string', default: reader.text('PUBLIC_ORIGIN', 'http://127.0.0.1:3000') },
      pages: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return print(help)
  if (process.env['NODE_ENV'] === 'production')
    throw new Error('the sandbox does not start with NODE_ENV=production')
  if (reader.gaps.length > 0) throw new ConfigRefused(reader.gaps)

  const sandbox = await startSandbox({
    port: portOf(values.port),
    mailPort: portOf(values.mail) || null,
    host: values.host,
    shopOrigin: new URL(values.shop).origin,
    settings: { pagesOrigin: values.pages ?? null },
  })
  print(`Sandbox: ${sandbox.url}   callbacks to ${values.shop}\nCtrl-C stops it.`)
  const stop = () => void sandbox.stop().then(() => process.exit(0))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

function portOf(text: string): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port ${text}: a port is a whole number from 0 to 65535`)
  return port
}

const print = (text: string) => void process.stdout.write(`${text}\n`)

main().catch((error: unknown) => {
  process.stderr.write(`sandbox: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
