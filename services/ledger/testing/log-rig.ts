// A raffle's public log on a real database, with a signer in a folder of its own and witnesses that
// answer over HTTP: what the tests of the ledger stand on.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { ProductId, RaffleId } from '#events/kernel/ids.ts'
import { parseVerifierKey } from '#events/ledger/note.ts'

import { openClock } from '../../clock.ts'
import type { PublishingKeys } from '../../commands/publish-raffle.ts'
import { openEventStore } from '../../event-store/store.ts'
import { issueOf, metaOf, newId, publish } from '../../event-store/testing/shop.ts'
import type { EventStore } from '../../event-store/types.ts'
import { testDatabase } from '../../testing/database.ts'
import type { TestDatabase } from '../../testing/database.ts'
import { fileGuard, memoryGuard } from '../guard.ts'
import { openLedgerKeys, sha256 } from '../keys.ts'
import type { LedgerKeys } from '../keys.ts'
import { openLedger } from '../ledger.ts'
import type { Ledger } from '../ledger.ts'
import { openSigner } from '../signer.ts'
import { openWitness, privateKeyFrom, witnessKeyOf } from '../witness.ts'
import type { Witness } from '../witness.ts'

export const HOST = 'shop.example'

export type OpenLog = { raffleId: RaffleId; productId: ProductId; origin: string; logId: string }

export type LogRig = {
  test: TestDatabase
  store: EventStore
  keys: LedgerKeys
  signerFolder: string
  witnesses: readonly (Witness & { url: string })[]
  /** What went wrong in the background, newest last. */
  failures: Error[]
  /** A ledger as a new process would open it. */
  ledger: (options?: { signerFolder?: string }) => Ledger
  /** Published with the rig's witnesses and this quorum. */
  openLog: (options?: { quorum?: number }) => Promise<OpenLog>
  /** Issues so many times. */
  sell: (log: OpenLog, issues: number) => Promise<void>
  close: () => Promise<void>
}

export async function openLogRig(witnessCount = 0): Promise<LogRig> {
  const test = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'qura-log-'))
  const signerFolder = join(folder, 'signer')
  const clock = await openClock(test.database)
  // What runs by the clock would make each run of a test that counts calls another one.
  await clock.stop()
  const store = openEventStore({ database: test.database, clock })
  const keys = await openLedgerKeys({ folder: signerFolder, mayCreate: true })
  const failures: Error[] = []
  const servers = await Promise.all(
    Array.from({ length: witnessCount }, (_, at) => openWitnessServer(keys, at + 1)),
  )
  const witnesses = servers.map(({ witness }) => witness)
  return {
    test,
    store,
    keys,
    signerFolder,
    witnesses,
    failures,
    ledger: (options = {}) =>
      openLedger({
        database: test.database,
        signer: openSigner({
          guard: fileGuard(join(options.signerFolder ?? signerFolder, 'guard')),
          keys,
        }),
        witnesses,
        failed: (_what, error) => void failures.push(error),
      }),
    openLog: ({ quorum = witnessCount } = {}) =>
      publishLog({ store, keys }, { witnesses: witnesses.map((one) => one.verifierKey), quorum }),
    async sell({ raffleId, productId }, issues) {
      const writer = store.raffle(raffleId)
      await Promise.all(
        Array.from({ length: issues }, () =>
          writer.issue(issueOf(productId, { quantity: 1, ticketsPerUnit: 2 })),
        ),
      )
    },
    async close() {
      for (const { stop } of servers) await stop()
      await store.close()
      await test.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Opening = Pick<LogRig, 'store'> & { keys: Pick<PublishingKeys, 'verifierKey'> }

export async function publishLog(
  { store, keys }: Opening,
  { witnesses, quorum }: { witnesses: string[]; quorum: number },
): Promise<OpenLog> {
  const raffleId = newId<RaffleId>()
  const productId = newId<ProductId>()
  const origin = `${HOST}/ledger/${raffleId}`
  const command = publish({ ticketsMax: 10_000_000 })
  if (command.type !== 'PublishRaffle') throw new Error('publish() publishes')
  const policy = { log: await keys.verifierKey(origin), witnesses, quorum }
  const writer = store.raffle(raffleId)
  await writer.command({ ...command, raffle: { ...command.raffle, origin, policy } }, metaOf())
  await writer.allot({ productId, ticketsMax: 10_000_000 })
  return { raffleId, productId, origin, logId: `raffle/${raffleId}` }
}

/** A witness that trusts every log of these keys, on a port of its own. */
async function openWitnessServer(keys: LedgerKeys, number: number) {
  const secret = sha256(Buffer.from(`witness ${number} ${randomUUID()}`))
  const witness = openWitness({
    witness: witnessKeyOf(`witness.example/${number}`, privateKeyFrom(secret)),
    guard: memoryGuard(),
    logKeys: (origin) =>
      keys.verifierKeys(origin).flatMap((text) => parseVerifierKey(text, sha256) ?? []),
    now: () => new Date(),
  })
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { status, contentType, body: said } = await witness.addCheckpoint(body)
    response.writeHead(status, { 'Content-Type': contentType }).end(said)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    witness: { ...witness, url },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
