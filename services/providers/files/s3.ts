// Files in a bucket of whatever speaks S3: AWS, MinIO, Cloudflare R2. Pictures need three calls of
// it, so these are signed here instead of bringing a client of many megabytes.
// The bucket stands in the path, which all of them understand, and no checksum is sent beyond the
// signed one, which some of them refuse.
import type { HttpAnswer } from '../../io/http-client.ts'
import { httpRequest } from '../../io/http-client.ts'
import type { Breaker, BreakerSettings } from '../breaker.ts'
import { createBreaker, ProviderOutage } from '../breaker.ts'
import { contentTypeOf, requirePlainKey } from './keys.ts'
import type { FileStore } from './port.ts'
import { signed } from './signature-v4.ts'
import type { SigningKey } from './signature-v4.ts'

export type S3Settings = SigningKey & {
  /** `https://s3.eu-central-1.amazonaws.com`, without a slash at its end. */
  endpoint: string
  bucket: string
  totalTimeoutMs?: number
  breaker?: Partial<BreakerSettings>
  /** The machine's own clock: a demo's may have been moved, and a bucket refuses that. */
  now?: () => Date
}

export type S3Files = FileStore & { breaker: Breaker }

/** Our own pictures are a tenth of that. */
const BYTES_MAX = 8 * 1024 * 1024
/** Two hops for one picture: nobody waits for a slow one as long as for a payment. */
const TOTAL_TIMEOUT_MS = 5_000

type Sent = { method: 'GET' | 'PUT' | 'DELETE'; headers?: Record<string, string>; body?: Buffer }

export function s3Files(settings: S3Settings): S3Files {
  const { endpoint, bucket, totalTimeoutMs = TOTAL_TIMEOUT_MS, now = () => new Date() } = settings
  const breaker = createBreaker('files', settings.breaker)

  async function ask(key: string, { method, headers = {}, body }: Sent): Promise<HttpAnswer> {
    requirePlainKey(key)
    const url = new URL(`${endpoint}/${bucket}/${key}`)
    return breaker.run(async () => {
      const call = { method, url, headers, body: body ?? '' }
      const answer = await httpRequest({
        name: `files ${method.toLowerCase()}`,
        method,
        url: url.href,
        headers: signed(call, settings, now()),
        ...(body !== undefined && { body }),
        allowedHosts: [url.host],
        totalTimeoutMs,
        maxBytes: BYTES_MAX,
      })
      // Whoever answers so is away, or slows us down; any other refusal is a setting that is wrong.
      if (answer.status >= 500 || answer.status === 429) throw outage(method, answer)
      return answer
    })
  }

  return {
    breaker,
    async put(key, body, contentType) {
      const headers = { 'content-type': contentType, 'cache-control': FOR_EVER }
      const answer = await ask(key, { method: 'PUT', headers, body })
      if (answer.status !== 200) throw refused('PUT', answer)
    },
    async get(key) {
      const answer = await ask(key, { method: 'GET' })
      if (answer.status === 404) return null
      if (answer.status !== 200) throw refused('GET', answer)
      // As on a disk: a key names bytes that never change.
      return { bytes: answer.bytes, contentType: contentTypeOf(key), etag: `"${key}"` }
    },
    async remove(key) {
      const answer = await ask(key, { method: 'DELETE' })
      if (![200, 204, 404].includes(answer.status)) throw refused('DELETE', answer)
    },
  }
}

const FOR_EVER = 'public, max-age=31536000, immutable'

const outage = (method: string, { status }: HttpAnswer) =>
  new ProviderOutage(`files ${method}: HTTP ${status}`, 'unknown')

/** With the store's own word, such as `AccessDenied` where the key may not list the bucket. */
const refused = (method: string, { status, text }: HttpAnswer) =>
  new Error(`files ${method}: HTTP ${status} ${/<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? ''}`)
