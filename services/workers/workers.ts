// Everything that works behind the requests: the projector and the reactors, woken by bells that
// the event store's growth rings, and the sweeps.
import { allProjections } from '#projections/all.ts'
import type { Projection } from '#projections/projection.ts'

import type { EventStore } from '../event-store/types.ts'
import type { Database } from '../io/database.ts'
import { jobAgeSeconds, openBoss, type Bell, type Boss } from './boss.ts'
import { lagsOfKinds, projectionStatus } from './checkpoints.ts'
import type { KindLag, ProjectionStatus } from './checkpoints.ts'
import { openProjector } from './projector.ts'
import { openReactor, type Reactor } from './reactor.ts'
import { openSweeps, type Sweeps } from './sweep.ts'
import { noteTicketsShown } from './tickets-shown.ts'
import { waitFor, type WaitFor } from './wait-for.ts'

export type Workers = {
  boss: Boss
  sweeps: Sweeps
  /** Reads all logs to their heads now. */
  catchUp: () => Promise<void>
  /** Rings the projector, or the reactor of that name. */
  ring: (reactor?: string) => void
  waitFor: (wait: WaitFor) => Promise<boolean>
  status: () => Promise<ProjectionStatus[]>
  /** Of public logs and of shop logs. */
  lags: () => Promise<KindLag[]>
  jobAgeSeconds: () => Promise<number>
  stop: () => Promise<void>
}

export type WorkersNeeds = {
  database: Database
  /** For the job queue's own connections. */
  url: string
  role?: string
  store: Pick<EventStore, 'onGrowth'>
  projections?: readonly Projection[]
  reactors?: readonly Reactor[]
  /** Something went wrong and will be tried again. */
  failed: (what: string, error: unknown) => void
  pollMs?: number
  /** True: the bells are rung here and heard in another process. */
  isOnlyRinging?: boolean
}

export async function startWorkers(needs: WorkersNeeds): Promise<Workers> {
  const { database, url, role, store, failed, pollMs, isOnlyRinging = false } = needs
  const boss = await openBoss({ url, ...(role !== undefined && { role }), failed })
  const projector = openProjector({
    database,
    projections: needs.projections ?? allProjections,
    stopped: ({ projection, error }) => failed(`projection ${projection} stopped`, error),
    applied: (applied) =>
      noteTicketsShown(database, applied).catch((error) => failed('figure of tickets', error)),
  })
  const poll = pollMs === undefined ? {} : { pollMs }
  const hang = (name: string, act: () => Promise<void>) =>
    boss.hang({ name, act: isOnlyRinging ? null : act, ...poll })
  const bell = await hang('project', projector.catchUp)

  const reactors = new Map<string, { bell: Bell; stop: () => Promise<void> }>()
  for (const reactor of needs.reactors ?? []) {
    const runner = await openReactor({
      database,
      reactor,
      failed: ({ logId, error }) => failed(`reactor ${reactor.name} in ${logId}`, error),
    })
    const ownBell = await hang(`react-${reactor.name}`, runner.run)
    reactors.set(reactor.name, { bell: ownBell, stop: runner.stop })
  }

  const sweeps = openSweeps((name, error) => failed(`sweep ${name}`, error))
  const stopHearing = store.onGrowth(() => {
    bell.ring()
    for (const reactor of reactors.values()) reactor.bell.ring()
  })

  return {
    boss,
    sweeps,
    catchUp: projector.catchUp,
    ring: (reactor) => (reactor === undefined ? bell : reactors.get(reactor)?.bell)?.ring(),
    waitFor: (wait) => waitFor({ database }, wait),
    status: () => projectionStatus(database),
    lags: () => lagsOfKinds(database),
    jobAgeSeconds: () => jobAgeSeconds(database),
    async stop() {
      stopHearing()
      // Before the projector: some of the reactors wait for it.
      const runners = [sweeps, ...reactors.values()]
      await Promise.all(runners.map((runner) => runner.stop()))
      await projector.stop()
      await boss.stop()
    },
  }
}
