// `sslmode=verify-full` in the address of a database means what it says, through everything that we
// hand to the driver: its own sockets, roles and limits in the address, the pool.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

import { selfSigned } from '../testing/self-signed.ts'
import { openDatabase, withRole } from './database.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'qura-tls-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

type StandIn = { url: string; caFile: string; heard: () => string[] }

/**
 * As a PostgreSQL begins: asked for TLS it says yes or no, and then hears who is there, which it
 * writes down. It has a certificate for `named`, and is called 127.0.0.1.
 */
async function standIn(named: string, hasTls = true): Promise<StandIn> {
  const { key, cert } = selfSigned(named)
  const caFile = join(folder, `${named}.pem`)
  await writeFile(caFile, cert)
  const heard: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (asked) => {
      // The request for TLS has eight bytes; anything longer is said in the clear.
      if (asked.length > 8) heard.push(`in the clear: ${asked.toString('latin1')}`)
      socket.write(hasTls ? 'S' : 'N')
      if (!hasTls) return
      const secure = new TLSSocket(socket, { isServer: true, key, cert })
      secure.on('error', () => {})
      secure.once('data', (bytes: Buffer) => {
        heard.push(bytes.toString('latin1'))
        secure.destroy()
      })
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `postgres://qura_owner@127.0.0.1:${port}/qura?sslmode=verify-full`
  return { url, caFile, heard: () => heard }
}

async function ask(url: string): Promise<unknown> {
  const role = withRole(url, 'qura_app')
  const database = openDatabase({ url: role, applicationName: 'qura test', poolMax: 1 })
  try {
    return await database.query('select 1')
  } finally {
    await database.end()
  }
}

const trusting = ({ url, caFile }: StandIn) => `${url}&sslrootcert=${encodeURIComponent(caFile)}`

it('who shows a trusted certificate of this name is spoken to, under it', async () => {
  const server = await standIn('127.0.0.1')
  await expect(ask(trusting(server))).rejects.toThrow() // the stand-in leaves, having heard
  expect(server.heard()).toHaveLength(1)
  expect(server.heard()[0]).toContain('role=qura_app')
  expect(server.heard()[0]).not.toContain('in the clear')
})

it('nobody else is told anything: of another authority, another name, or without TLS', async () => {
  const unknown = await standIn('127.0.0.1')
  await expect(ask(unknown.url)).rejects.toThrow(/self.signed certificate/)
  const another = await standIn('127.0.0.2')
  await expect(ask(trusting(another))).rejects.toThrow(/does not match certificate/)
  const plain = await standIn('127.0.0.1', false)
  await expect(ask(trusting(plain))).rejects.toThrow('does not support SSL')
  for (const { heard } of [unknown, another, plain]) expect(heard()).toEqual([])
})
