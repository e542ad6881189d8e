// Everything behind the listener: the store, its writers, the purchase desk and what each of them
// needs. The shop, the seed, the benchmarks and the fault tests run on the same one.
import { openCatalogue } from './catalogue.ts'
import type { Catalogue } from './catalogue.ts'
import { openClock } from './clock.ts'
import type { Clock } from './clock.ts'
import { openBreachedPasswords } from './commands/breached-passwords.ts'
import type { BreachedPasswords } from './commands/breached-passwords.ts'
import { openOrderDesk } from './commands/order-desk.ts'
import type { OrderDesk } from './commands/order-desk.ts'
import { openPaymentWatch } from './commands/payment-watch.ts'
import type { PaymentWatch } from './commands/payment-watch.ts'
import type { PublishingKeys, PublishingSettings } from './commands/publish-raffle.ts'
import type { Config } from './config.ts'
import { markHalted } from './event-store/raffle-halts.ts'
import { openEventStore } from './event-store/store.ts'
import type { EventStore } from './event-store/types.ts'
import { isOutage, openDatabase } from './io/database.ts'
import type { Database } from './io/database.ts'
import { watchForSilence } from './io/silence.ts'
import { sleep } from './io/timers.ts'
import { openLedgerKeys } from './ledger/keys.ts'
import type { LedgerKeys } from './ledger/keys.ts'
import type { Ledger } from './ledger/ledger.ts'
import { openInstalledLedger } from './ledger/open.ts'
import { openPublishingKeys } from './ledger/publishing-keys.ts'
import { installedVerifier } from './ledger/verifier-files.ts'
import type { VerifierFiles } from './ledger/verifier-files.ts'
import type { Log } from './log.ts'
import { openMessageGateways } from './message-gateways.ts'
import type { MessageGateways } from './message-gateways.ts'
import { openPictureFiles } from './picture-files.ts'
import type { FileStore } from './providers/files/port.ts'
import { montypayProvider } from './providers/payments/montypay.ts'
import { whishProvider } from './providers/payments/whish.ts'
import type { BreakerState } from './providers/breaker.ts'
import { readRaffleRules } from './raffle-rules.ts'
import { openStaffBuyers } from './staff-buyers.ts'
import type { StaffBuyers } from './staff-buyers.ts'
import { bytesOf, loadSecrets, textOf } from './secrets.ts'
import type { Ring, Secrets } from './secrets.ts'

export type Core = {
  config: Config
  log: Log
  database: Database
  /** The store's own connections: who writes facts never waits behind who reads pages. */
  writers: Database
  clock: Clock
  store: EventStore
  catalogue: Catalogue
  staffBuyers: StaffBuyers
  secrets: Secrets
  keys: LedgerKeys
  ledger: Ledger
  /** The verifier that is handed out with the evidence. */
  verifier: VerifierFiles
  files: FileStore
  desk: OrderDesk
  watch: PaymentWatch
  publishing: PublishingSettings
  publishingKeys: PublishingKeys
  /** Seal codes by SMS; the first blinds phones, e-mails and addresses that are only counted. */
  codeKeys: Ring<Uint8Array>
  /** Null: the shop brings no list of them. */
  breached: BreachedPasswords | null
  breakers: () => Record<string, BreakerState>
  /** Of the gateways that report what became of a text. */
  reportReaders: MessageGateways['readers']
  close: () => Promise<void>
}

export type CoreNeeds = { config: Config; url: string; shopLogs: number; log: Log }

const WRITERS_MAX = 8
/** People rather hear within a second that they should come again (docs/campaign.md, F14). */
const PATIENCE_MS = 500
/** One that the network swallows leaves time for another, within the five seconds of F5. */
const CONNECT_MS = 3_000

export async function openCore({ config, url, shopLogs, log }: CoreNeeds): Promise<Core> {
  const poolMax = config.database.poolMax
  const silence = watchForSilence({ connectionString: url, application_name: 'qura' })
  const common = { url, patienceMs: PATIENCE_MS, connectTimeoutMs: CONNECT_MS, silence }
  const database = openDatabase({ ...common, applicationName: 'qura', poolMax })
  const writers = openDatabase({
    ...common,
    applicationName: 'qura writers',
    poolMax: WRITERS_MAX,
  })
  const clock = await patiently(() =>
    openClock(database, {
      failed: (error) => log.warn({ error }, 'the clock could not be read'),
    }),
  )
  const store = openEventStore({
    database: writers,
    clock,
    shopLogs,
    settlementSeconds: config.settlementSeconds,
    onHalt: (halted) => {
      log.fatal({ halted }, 'a raffle writer has met a broken rule and halted')
      void markHalted(database, halted).catch((error: unknown) =>
        log.error({ error }, 'other processes were not told that a raffle is halted'),
      )
    },
  })
  const catalogue = await openCatalogue({
    database,
    failed: (error) => log.warn({ error }, 'the catalogue could not be read'),
  })
  const staffBuyers = await openStaffBuyers({
    database,
    failed: (error) => log.warn({ error }, 'the staff could not be read'),
  })
  const secrets = await loadSecrets(config)
  const keys = await openKeys(config, database)
  const { desk, breakers, reportReaders } = openDesk({
    config,
    database,
    store,
    clock,
    catalogue,
    staffBuyers,
    secrets,
    log,
    personSecret: keys.personSecret,
  })
  const watch = openPaymentWatch(desk)
  const pictures = openPictureFiles(config)
  const { breachedPasswordsFile } = config.admin
  const breached =
    breachedPasswordsFile === null ? null : await openBreachedPasswords(breachedPasswordsFile)

  return {
    config,
    log,
    database,
    writers,
    clock,
    store,
    catalogue,
    staffBuyers,
    secrets,
    keys,
    verifier: installedVerifier(database, config.dataFolder),
    ledger: openInstalledLedger({ config, database, keys, log }),
    desk,
    watch,
    breakers: () => ({ ...breakers(), ...pictures.breakers() }),
    reportReaders,
    files: pictures.files,
    publishing: await publishingSettings(config),
    publishingKeys: openPublishingKeys({ database, keys }),
    codeKeys: bytesOf(secrets.keys('codes')),
    breached,
    async close() {
      await watch.stop()
      await desk.close()
      await store.close()
      await staffBuyers.stop()
      await catalogue.stop()
      await clock.stop()
      await breached?.close()
      await Promise.all([database.end(), writers.end()])
      silence.stop()
    },
  }
}

const OPENING_TRIES_MAX = 5
const OPENING_PAUSE_MS = 500

/** The first question of all: who starts may wait longer than a buyer for a busy database. */
async function patiently<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      if (tries === OPENING_TRIES_MAX || !isOutage(error)) throw error
      await sleep(OPENING_PAUSE_MS)
    }
  }
}

/** A signer that has lost its folder must not quietly become another one. */
async function openKeys(config: Config, database: Database): Promise<LedgerKeys> {
  const { rows } = await database.query(`select from logs where log_id like 'raffle/%' limit 1`)
  return openLedgerKeys({ folder: config.signerFolder, mayCreate: rows.length === 0 })
}

type DeskNeeds = {
  config: Config
  database: Database
  store: EventStore
  clock: Clock
  catalogue: Catalogue
  staffBuyers: StaffBuyers
  secrets: Secrets
  personSecret: Uint8Array
  log: Log
}

function openDesk(needs: DeskNeeds) {
  const { config, database, store, clock, secrets, personSecret, log } = needs
  const callbackKeys = textOf(secrets.keys('callbacks'))
  const whish = config.whish === null ? null : whishProvider({ ...config.whish, callbackKeys })
  const montypay = config.montypay === null ? null : montypayProvider(config.montypay)
  const messages = openMessageGateways(config, callbackKeys)
  const desk = openOrderDesk({
    database,
    store,
    now: clock.now,
    syncClock: clock.sync,
    catalogue: needs.catalogue,
    staffBuyers: needs.staffBuyers,
    providers: {
      ...(whish !== null && { whishpay: whish }),
      ...(montypay !== null && { montypay }),
    },
    gateway: messages.gateway,
    mail: messages.mail,
    linkSecrets: bytesOf(secrets.keys('links')),
    personSecret,
    callbackKey: callbackKeys[0],
    publicOrigin: config.http.publicOrigin,
    holdSeconds: config.holdSeconds,
    manualHoldSeconds: config.manualHoldSeconds,
    log,
  })
  const breakers = () => ({
    ...(whish !== null && { whishpay: whish.breaker.state() }),
    ...(montypay !== null && { montypay: montypay.breaker.state() }),
    ...messages.breakers(),
  })
  return { desk, breakers, reportReaders: messages.readers }
}

async function publishingSettings(config: Config): Promise<PublishingSettings> {
  const rules = await readRaffleRules()
  return {
    publicHost: config.http.publicHost,
    environment: config.mode,
    licenceNumber: config.licence?.number ?? '',
    ...(config.licence !== null && {
      licenceAuthority: config.licence.authority,
      licenceDate: config.licence.date,
    }),
    drandChainHash: config.beacon.chainHash,
    drandPublicKey: config.beacon.publicKey,
    rulesSha256: rules.sha256,
    witnesses: config.witnesses.list.map(({ verifierKey }) => verifierKey),
    quorum: config.witnesses.quorum,
  }
}
