// The PostgreSQL that tests run against: TEST_DATABASE_URL when it is set, else a container where a
// Docker engine answers, else the one that comes with the package. Always a real one.
import net from 'node:net'
import { tmpdir } from 'node:os'

import { startEmbedded } from '../database/embedded.ts'
import { quietServerLog } from '../database/server-log.ts'
import { memoryPlace, openServerFolder } from './server-folder.ts'

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
  const memory = await memoryPlace()
  // Where PostgreSQL's own files have to be copied, memory may let no program run.
  const inMemory = memory === null ? null : await startIn(memory).catch(() => null)
  return inMemory ?? startIn(tmpdir())
}

async function startIn(place: string): Promise<TestServer> {
  const { path, remove } = await openServerFolder(place)
  try {
    const embedded = await startEmbedded({ dataFolder: path, isThrowaway: true })
    return {
      url: embedded.ownerUrl,
      async stop() {
        await embedded.stop()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
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
