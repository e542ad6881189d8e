// The public log of each raffle, from its facts to a checkpoint that witnesses have cosigned. Two
// sweeps keep it going and each can be called for one raffle when somebody waits, as a draw does.
import type { RaffleId } from '#events/kernel/ids.ts'
import { quorumTime } from '#events/ledger/policy.ts'

import type { Database } from '../io/database.ts'
import {
  checkpointsFrom,
  cosignatureLags,
  latestCheckpoint,
  logsToCosign,
  logsToPublish,
  witnessesOf,
} from './checkpoints.ts'
import type { StoredCheckpoint, WitnessedSize } from './checkpoints.ts'
import { openPatience } from './patience.ts'
import { openPublicLogs } from './public-logs.ts'
import type { PublicLog, PublicLogs } from './public-logs.ts'
import { publishCheckpoint } from './publish.ts'
import type { Signer } from './signer.ts'
import { askWitness } from './witness-client.ts'
import type { Asking, WitnessAddress } from './witness-client.ts'

export type Ledger = {
  logs: PublicLogs
  signer: Signer
  /** A checkpoint of the log as it stands now; the same one while nothing has been added. */
  publish: (raffleId: RaffleId) => Promise<StoredCheckpoint>
  /** Asks every witness that can be reached to cosign the newest checkpoint. */
  cosign: (raffleId: RaffleId) => Promise<void>
  /** Has the quorum of this log's policy cosigned a tree of at least `size` leaves? */
  quorumAt: (origin: string, size: number) => Promise<Quorum>
  /** Of all raffles; a log that cannot be published now does not hold up the others. */
  publishDue: () => Promise<void>
  cosignDue: () => Promise<void>
  /** Logs whose last try failed, and why: the signer's refusals are for a person. */
  failing: () => ReadonlyMap<string, Error>
  /**
   * Seconds for which the oldest checkpoint has waited for each witness that is asked on the
   * network, by its name; 0 where none waits.
   */
  cosignatureLags: () => Promise<Record<string, number>>
}

export type Quorum = {
  /** Cosignatures that are needed; 0 where the raffle was published without witnesses. */
  needed: number
  /** When it was complete, by the witnesses' own clocks; null: it is not. */
  reachedAt: Date | null
  /** Of the smallest checkpoint of at least the size asked for that has it. */
  size: number | null
  /** Every witness of the policy; `at`: when it first cosigned that size or a larger one. */
  witnesses: { verifierKey: string; name: string; at: Date | null }[]
}

export type LedgerNeeds = {
  database: Database
  signer: Signer
  /** Where the witnesses of policies are found. */
  witnesses: readonly WitnessAddress[]
  failed: (what: string, error: Error) => void
}

export function openLedger(needs: LedgerNeeds): Ledger {
  const { database, signer } = needs
  const logs = openPublicLogs(database)
  const failing = new Map<string, Error>()
  const patience = openPatience()

  async function requireLog(raffleId: string): Promise<PublicLog> {
    const log = await logs.ofRaffle(raffleId)
    if (log === null) throw new Error(`there is no public log of raffle ${raffleId}`)
    return log
  }

  /** One log at a time: while the machine sells, it should not also hash everything at once. */
  async function forEach(logIds: readonly string[], act: (log: PublicLog) => Promise<unknown>) {
    for (const logId of logIds)
      try {
        await act(await requireLog(logId.slice('raffle/'.length)))
        failing.delete(logId)
      } catch (error) {
        failing.set(logId, error as Error)
        needs.failed(logId, error as Error)
      }
  }

  return {
    logs,
    signer,
    publish: async (raffleId) => publishCheckpoint(needs, await requireLog(raffleId)),
    async cosign(raffleId) {
      await cosignLog(needs, await requireLog(raffleId), null)
    },
    quorumAt: (origin, size) => quorumAt(needs, logs, { origin, size }),
    async publishDue() {
      await forEach(await logsToPublish(database), (log) => publishCheckpoint(needs, log))
    },
    async cosignDue() {
      const reachable = needs.witnesses.filter(({ url }) => url !== null).length
      if (reachable === 0) return
      const logIds = await logsToCosign(database, reachable)
      const due = await Promise.all(
        logIds.map((logId) => logs.ofRaffle(logId.slice('raffle/'.length))),
      )
      // Raffles that were published with other witnesses than today's have nobody to be asked.
      for (const log of due)
        if (log !== null && reachableOf(needs, log).length > 0)
          await cosignLog(needs, log, patience)
    },
    failing: () => failing,
    async cosignatureLags() {
      const asked = (await logs.all()).flatMap((log) =>
        reachableOf(needs, log).map(({ verifierKey: witness }) => ({ logId: log.logId, witness })),
      )
      const lags = await cosignatureLags(database, asked)
      const onNetwork = needs.witnesses.filter(({ url }) => url !== null)
      return Object.fromEntries(
        onNetwork.map(({ verifierKey }) => [nameOf(verifierKey), lags.get(verifierKey) ?? 0]),
      )
    },
  }
}

/** All witnesses at once; one that fails is told of, and left alone for a while. */
async function cosignLog(
  needs: LedgerNeeds,
  log: PublicLog,
  patience: ReturnType<typeof openPatience> | null,
): Promise<void> {
  const checkpoint = await latestCheckpoint(needs.database, log.logId)
  if (checkpoint === null) return
  const done = await witnessesOf(needs.database, log.logId, checkpoint.size)
  const asked = reachableOf(needs, log).filter(
    ({ verifierKey }) => !done.has(verifierKey) && (patience?.isDue(verifierKey) ?? true),
  )
  await Promise.all(
    asked.map(async (witness) => {
      try {
        await askWitness(needs.database, { log, checkpoint, witness })
        patience?.succeeded(witness.verifierKey)
      } catch (error) {
        patience?.failed(witness.verifierKey)
        needs.failed(log.logId, error as Error)
      }
    }),
  )
}

function reachableOf({ witnesses }: LedgerNeeds, log: PublicLog): Asking['witness'][] {
  return log.policyText.witnesses.flatMap((verifierKey, at) => {
    const url = witnesses.find((known) => known.verifierKey === verifierKey)?.url ?? null
    const key = log.policy?.witnesses[at]
    return url === null || key === undefined ? [] : [{ key, verifierKey, url }]
  })
}

const nameOf = (verifierKey: string) => verifierKey.split('+')[0] ?? verifierKey

/** Beyond this many checkpoints after the one asked for, nobody waits any more. */
const CHECKPOINTS_MAX = 1_000

async function quorumAt(
  { database }: LedgerNeeds,
  logs: PublicLogs,
  { origin, size }: { origin: string; size: number },
): Promise<Quorum> {
  const log = await logs.ofOrigin(origin)
  if (log === null) throw new Error(`there is no log with the origin ${origin}`)
  const { witnesses, quorum: needed } = log.policyText
  const rows = await checkpointsFrom(database, log.logId, { size, limit: CHECKPOINTS_MAX })
  const reached = firstQuorum(rows, needed)
  return {
    needed,
    reachedAt: reached?.at ?? null,
    size: reached?.size ?? null,
    witnesses: witnesses.map((verifierKey) => ({
      verifierKey,
      name: nameOf(verifierKey),
      at: earliest(rows.flatMap(({ witness, at }) => (witness === verifierKey ? [at] : []))),
    })),
  }
}

function firstQuorum(rows: readonly WitnessedSize[], needed: number) {
  for (const [size, group] of Map.groupBy(rows, (row) => row.size)) {
    const cosigned = group.flatMap(({ at }) => (at === null ? [] : [{ time: at.getTime() }]))
    const time = quorumTime(cosigned, needed)
    // Where nobody is asked to witness, the log's own word is all there is.
    if (time !== null) return { size, at: needed === 0 ? group[0]!.signedAt : new Date(time) }
  }
  return null
}

function earliest(times: readonly (Date | null)[]): Date | null {
  const known = times.filter((time) => time !== null)
  return known.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
}
