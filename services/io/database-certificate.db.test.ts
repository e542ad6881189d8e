// A certificate in the place of the password: a PostgreSQL that asks for it (`hostssl … cert`), the
// files that `sslcert` and `sslkey` name in the address, and the next pair, put there meanwhile.
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { clusterIn, startEmbedded } from '../database/embedded.ts'
import type { Embedded } from '../database/embedded.ts'
import { newAuthority, selfSigned } from '../testing/self-signed.ts'
import type { Certificate } from '../testing/self-signed.ts'
import { until } from '../testing/until.ts'
import { openDatabase } from './database.ts'
import type { Database } from './database.ts'

const server = selfSigned('127.0.0.1')
const authority = newAuthority('qura test')

let folder: string
let embedded: Embedded
let owner: Database
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qura-certificate-'))
  // As root, PostgreSQL's own user has to walk through it.
  await chmod(folder, 0o711)
  await writeFile(join(folder, 'server.pem'), server.cert)
  embedded = await startEmbedded({ dataFolder: folder, isThrowaway: true })
  owner = openDatabase({ url: embedded.ownerUrl, applicationName: 'qura owner', poolMax: 1 })
  await askForCertificates()
})
afterAll(async () => {
  await owner.end()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
})

it('a certificate of the login is let in without a password', async () => {
  const own = await lay('own', authority.issue('qura_app', 2))
  const who = `select session_user::text as login, client_serial::int as serial
                 from pg_stat_ssl where pid = pg_backend_pid()`
  expect(await ask(addressWith(own), who)).toEqual([{ login: 'qura_app', serial: 2 }])
})

it('nobody else is: of another authority, of another name, with the password alone', async () => {
  const stranger = await lay('stranger', newAuthority('qura test').issue('qura_app', 3))
  await expect(ask(addressWith(stranger))).rejects.toThrow()
  const another = await lay('another', authority.issue('qura_owner', 4))
  await expect(ask(addressWith(another))).rejects.toThrow('certificate authentication failed')
  const { password } = new URL(embedded.url)
  const byPassword = addressWith(null).replace('qura_app@', `qura_app:${password}@`)
  await expect(ask(byPassword)).rejects.toThrow('requires a valid client certificate')
})

it('a pair put in the place of another is soon shown by every connection', async () => {
  const current = join(folder, 'current')
  await symlink(await lay('first', authority.issue('qura_app', 11)), current)
  const url = addressWith(current)
  const database = openDatabase({ url, applicationName: 'renewed', poolMax: 1, lifetimeSeconds: 1 })
  let heard = 0
  const stop = await database.listen('bells', () => void (heard += 1))
  try {
    await database.query('select 1')
    expect(await serialsShown()).toEqual([11])
    const next = `${current}.next`
    await symlink(await lay('second', authority.issue('qura_app', 12)), next)
    await rename(next, current)
    await until('both connections are new', async () => {
      await database.query('select 1')
      return (await serialsShown()).join() === '12'
    })
    await owner.query('notify bells')
    await until('the bell is heard', async () => heard > 0)
  } finally {
    await stop()
    await database.end()
  }
})

/** Of the pool's connection and of the one that listens. */
async function serialsShown(): Promise<number[]> {
  const { rows } = await owner.query<{ serial: number }>(
    `select distinct client_serial::int as serial
       from pg_stat_ssl join pg_stat_activity using (pid)
      where application_name = 'renewed'
      order by serial`,
  )
  return rows.map(({ serial }) => serial)
}

/** By the files alone, as whoever runs a server does it; it reads them again when it is told to. */
async function askForCertificates(): Promise<void> {
  const cluster = clusterIn(embedded.folder)
  const { uid, gid } = await stat(cluster)
  const files = { 'server.crt': server.cert, 'server.key': server.key, 'ca.crt': authority.cert }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(cluster, name), text, { mode: 0o600 })
    await chown(join(cluster, name), uid, gid)
  }
  const rules = join(cluster, 'pg_hba.conf')
  const asked = ['hostssl all qura_app all cert', 'hostnossl all qura_app all reject']
  await writeFile(rules, [...asked, await readFile(rules, 'utf8')].join('\n'))
  await owner.query(`alter system set ssl_ca_file = 'ca.crt'`)
  await owner.query('alter system set ssl = on')
  await owner.query('select pg_reload_conf()')
  const own = addressWith(await lay('early', authority.issue('qura_app', 1)))
  const isLetIn = async () => (await ask(own).catch(() => [])).length > 0
  await until('PostgreSQL takes certificates', isLetIn)
}

/** Answers the folder that they lie in. */
async function lay(name: string, { cert, key }: Certificate): Promise<string> {
  const own = join(folder, name)
  await mkdir(own)
  await writeFile(join(own, 'cert.pem'), cert)
  await writeFile(join(own, 'key.pem'), key, { mode: 0o600 })
  return own
}

/** Of the service's login, over TLS. */
function addressWith(pair: string | null): string {
  const settings = new URLSearchParams({
    sslmode: 'verify-full',
    sslrootcert: join(folder, 'server.pem'),
  })
  if (pair !== null) {
    settings.set('sslcert', join(pair, 'cert.pem'))
    settings.set('sslkey', join(pair, 'key.pem'))
  }
  const { port } = new URL(embedded.ownerUrl)
  return `postgres://qura_app@127.0.0.1:${port}/qura?${settings.toString()}`
}

async function ask(url: string, text = 'select 1') {
  const database = openDatabase({ url, applicationName: 'qura test', poolMax: 1 })
  try {
    return (await database.query(text)).rows
  } finally {
    await database.end()
  }
}
