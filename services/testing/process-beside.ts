// Another process of a running shop, for tests: its own connections, caches, ceilings and ports on
// the same database and with the same settings, but for what a test changes. It lives in the
// process of the test, so that a call goes to the one that is meant; `processes.db.test.ts` starts
// two real ones on one port.
import type { Config } from '../config.ts'
import type { ProcessNews } from '../http/process-news.ts'
import type { Exchange } from '../io/processes.ts'
import { startService } from '../main.ts'
import { apiClient } from './api-client.ts'
import type { ApiClient, ApiClientOptions } from './api-client.ts'
import { freePorts } from './free-ports.ts'
import { collectingLog, peopleIn, toldOf } from './nobody-told.ts'
import { serverOf } from './running-service.ts'
import type { RunningShop } from './running-service.ts'

export type ProcessBeside = {
  client: (options?: ApiClientOptions) => ApiClient
  /** Before the shop itself. Fails when the log tells of a person (`nobody-told.ts`). */
  stop: () => Promise<void>
}

export type BesideOptions = {
  /** APP_SECRET and the one before it; those of the shop when left out. */
  secrets?: Config['secrets']
  exchange?: Exchange<ProcessNews>
}

export async function openProcessBeside(
  { config: ofShop, test }: Pick<RunningShop, 'config' | 'test'>,
  { secrets = ofShop.secrets, exchange }: BesideOptions = {},
): Promise<ProcessBeside> {
  const [port = 0, metricsPort = 0] = await freePorts(2)
  const config: Config = {
    ...ofShop,
    secrets,
    http: { ...ofShop.http, port },
    metrics: { ...ofShop.metrics, port: metricsPort },
  }
  const { log, logged } = collectingLog()
  const service = await startService(config, serverOf(test), {
    distFolder: null,
    isBeside: true,
    exchange,
    log,
  })
  return {
    client: (options) => apiClient(`http://127.0.0.1:${port}`, options),
    async stop() {
      await service.stop()
      const told = toldOf(await peopleIn(test.owner), [], { log: logged() })
      if (told.length > 0) throw new Error(`told of people (K56): ${told.join('; ')}`)
    },
  }
}
