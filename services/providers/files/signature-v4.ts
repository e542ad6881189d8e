// AWS Signature Version 4, as S3 and what speaks like it ask for it: the call is written in one
// agreed form, and an HMAC over that stands in its `Authorization` header. Source: "Authenticating
// Requests: Using the Authorization Header", Amazon S3 API reference, whose examples are tested.
import { createHash, createHmac } from 'node:crypto'

export type SigningKey = { accessKeyId: string; secretAccessKey: string; region: string }

export type SignedCall = {
  method: string
  url: URL
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array
}

/** The headers the call is sent with; each of them is signed, and so are its body and its host. */
export function signed(call: SignedCall, key: SigningKey, at: Date): Record<string, string> {
  const headers = {
    ...call.headers,
    host: call.url.host,
    'x-amz-content-sha256': sha256(call.body),
    'x-amz-date': at.toISOString().replace(/[-:]|\.\d+/g, ''),
  }
  return { ...headers, authorization: authorization({ ...call, headers }, key) }
}

/** Of a call whose headers stand, `x-amz-date` and `x-amz-content-sha256` among them. */
export function authorization({ method, url, headers }: SignedCall, key: SigningKey): string {
  const named = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value.trim().replace(/ +/g, ' ')] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const valueOf = new Map(named)
  const at = valueOf.get('x-amz-date') ?? ''
  const names = named.map(([name]) => name).join(';')
  const agreed = [
    method,
    url.pathname,
    queryOf(url),
    ...named.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    valueOf.get('x-amz-content-sha256') ?? '',
  ].join('\n')
  const scope = `${at.slice(0, 8)}/${key.region}/s3/aws4_request`
  const text = [ALGORITHM, at, scope, sha256(agreed)].join('\n')
  const signature = hmac(signingKey(key, at.slice(0, 8)), text).toString('hex')
  const credential = `Credential=${key.accessKeyId}/${scope}`
  return `${ALGORITHM} ${credential},SignedHeaders=${names},Signature=${signature}`
}

const ALGORITHM = 'AWS4-HMAC-SHA256'

/** By name; one without a value has its sign all the same. */
function queryOf({ searchParams }: URL): string {
  const encoded = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    )
  return [...searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&')
}

/** Of one day, one region and one service: what leaks of it is worth no more. */
function signingKey({ secretAccessKey, region }: SigningKey, day: string): Buffer {
  const ofDay = hmac(`AWS4${secretAccessKey}`, day)
  return hmac(hmac(hmac(ofDay, region), 's3'), 'aws4_request')
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')
