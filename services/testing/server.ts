// The PostgreSQL that tests run against: TEST_DATABASE_URL when it is set, else a container where a
// Docker engine answers, else the one that comes with the package. Always a real one.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startEmbedded } from '../database/embedded.ts'
import { quietServerLog } from '../database/server-log.ts'

export type TestServer = { url: string; stop: () => Promise<void> }

export async function startTestServer(): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL
  if (given !== undefined) return { url: given, stop: async () => {} }
  return (await isDockerThere()) ? startContainer() : startOwn()
}

async function startContainer(): Promise<TestServer> {
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql')
  const settings = { fsync: 'off', max_connections: '200', ...quietServerLog }
  const container = await new PostgreSqlContainer('postgres:18')
    .withCommand(Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]))
    .start()
  return {
    url: container.getConnectionUri(),
    stop: async () => {
      await container.stop()
    },
  }
}

async function startOwn(): Promise<TestServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'qura-test-'))
  // As root, PostgreSQL's own user has to walk through it.
  await chmod(dataFolder, 0o711)
  const embedded = await startEmbedded({ dataFolder, isThrowaway: true })
  return {
    url: embedded.ownerUrl,
    async stop() {
      await embedded.stop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

const DOCKER_ANSWER_MS = 500

/** Asked at its socket: loading a client for it would take longer than starting our own. */
function isDockerThere(): Promise<boolean> {
  if (process.env.DOCKER_HOST !== undefined) return Promise.resolve(true)
  if (process.platform === 'win32') return Promise.resolve(false)
  return new Promise((resolve) => {
    const socket = net.connect('/var/run/docker.sock')
    const answer = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    socket.setTimeout(DOCKER_ANSWER_MS, () => answer(false))
    socket.once('connect', () => answer(true))
    socket.once('error', () => answer(false))
  })
}
