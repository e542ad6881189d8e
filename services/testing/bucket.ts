// A bucket for tests: it speaks the part of S3 that pictures need, over real HTTP, and is as strict
// as a real one about signatures and times. The signature it expects is our own code's, which the
// published examples hold (`s3.test.ts`).
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { authorization } from '../providers/files/signature-v4.ts'
import type { SigningKey } from '../providers/files/signature-v4.ts'

export const bucketKey: SigningKey = {
  accessKeyId: 'AKIAQURA',
  secretAccessKey: 'a key of the bucket for tests',
  region: 'eu-central-1',
}

type Stored = { bytes: Buffer; headers: IncomingMessage['headers'] }

export type Bucket = {
  settings: SigningKey & { endpoint: string; bucket: string }
  stored: ReadonlyMap<string, Stored>
  /** How often it was asked, refusals included. */
  asked: () => number
  /** From now on it answers with this status alone; null: as it should. */
  fail: (status: number | null) => void
  stop: () => Promise<void>
}

const NAME = 'pictures'
const SKEW_MS = 15 * 60_000

export async function openBucket(): Promise<Bucket> {
  const stored = new Map<string, Stored>()
  const state = { asked: 0, status: null as number | null }
  const server = createServer((request, response) => {
    state.asked++
    void answer(request, response, { stored, status: state.status })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    settings: { ...bucketKey, endpoint: `http://127.0.0.1:${port}`, bucket: NAME },
    stored,
    asked: () => state.asked,
    fail: (status) => {
      state.status = status
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type State = { stored: Map<string, Stored>; status: number | null }

async function answer(request: IncomingMessage, response: ServerResponse, state: State) {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  const refuse = (status: number, code: string) =>
    response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Code>${code}</Code>`)

  if (state.status !== null) return refuse(state.status, 'Told')
  const refusal = refusalOf(request, bytes)
  if (refusal !== null) return refuse(403, refusal)
  const { method, url = '', headers } = request
  if (!url.startsWith(`/${NAME}/`)) return refuse(404, 'NoSuchBucket')
  const key = url.slice(NAME.length + 2)
  const found = state.stored.get(key)
  if (method === 'PUT') {
    state.stored.set(key, { bytes, headers })
    return response.writeHead(200).end()
  }
  if (method === 'DELETE') {
    state.stored.delete(key)
    return response.writeHead(204).end()
  }
  if (found === undefined) return refuse(404, 'NoSuchKey')
  return response
    .writeHead(200, { 'content-type': found.headers['content-type'], etag: '"md5"' })
    .end(found.bytes)
}

/** In the words of S3. */
function refusalOf({ method = '', url = '', headers }: IncomingMessage, bytes: Buffer) {
  const given = headers.authorization ?? ''
  const names = /SignedHeaders=([^,]+)/.exec(given)?.[1]?.split(';') ?? []
  if (!names.includes('host') || !names.includes('x-amz-date')) return 'AccessDenied'
  const signedHeaders = Object.fromEntries(names.map((name) => [name, String(headers[name])]))
  const call = { method, url: new URL(url, `http://${headers.host}`), headers: signedHeaders }
  if (authorization({ ...call, body: bytes }, bucketKey) !== given) return 'SignatureDoesNotMatch'
  const digest = createHash('sha256').update(bytes).digest('hex')
  if (headers['x-amz-content-sha256'] !== digest) return 'XAmzContentSHA256Mismatch'
  const at = String(headers['x-amz-date']).replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5')
  return Math.abs(Date.parse(at) - Date.now()) > SKEW_MS ? 'RequestTimeTooSkewed' : null
}
