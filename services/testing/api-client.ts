// A browser for tests: keeps cookies, says where it comes from, and holds every answer, refusals
// included, against the OpenAPI document. An answer that is not documented fails the test.
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv/dist/2020.js'

import type { Operation } from '../contract/operation.ts'
import { matchOperation } from '../http/operation-match.ts'
import { openApiDocument } from '../http/openapi.ts'
import type { OpenApi } from '../http/openapi.ts'

export type ApiAnswer = {
  status: number
  headers: Headers
  /** Parsed JSON; undefined where the answer is not JSON. Already held against the contract. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read fields of any answer
  body: any
  bytes: Buffer
}

export type ApiCall = {
  method: string
  path: string
  /** JSON, FormData, or bytes that are sent as they are. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

export type ApiClient = {
  call: (call: ApiCall) => Promise<ApiAnswer>
  get: (path: string, headers?: ApiCall['headers']) => Promise<ApiAnswer>
  post: (path: string, body?: unknown, headers?: ApiCall['headers']) => Promise<ApiAnswer>
  put: (path: string, body?: unknown, headers?: ApiCall['headers']) => Promise<ApiAnswer>
  patch: (path: string, body?: unknown, headers?: ApiCall['headers']) => Promise<ApiAnswer>
  delete: (path: string, headers?: ApiCall['headers']) => Promise<ApiAnswer>
  cookies: Map<string, string>
}

export type ApiClientOptions = {
  /** Sent with every call; `X-Forwarded-For` gives each client an address of its own. */
  headers?: Readonly<Record<string, string>>
  /** Hears every answer of 400 and above. */
  refused?: (text: string) => void
}

/** `origin`: where the shop listens, `http://127.0.0.1:3000`. */
export function apiClient(origin: string, options: ApiClientOptions = {}): ApiClient {
  const { headers = {}, refused = () => {} } = options
  const cookies = new Map<string, string>()

  async function call({ method, path, body, headers: more = {} }: ApiCall): Promise<ApiAnswer> {
    const sent = encode(body)
    const response = await fetch(new URL(path, origin), {
      method: method.toUpperCase(),
      redirect: 'manual',
      headers: { Origin: origin, ...cookieHeader(cookies), ...sent.headers, ...headers, ...more },
      ...(sent.body !== undefined && { body: sent.body }),
    })
    keepCookies(cookies, response.headers)
    const bytes = Buffer.from(await response.arrayBuffer())
    if (response.status >= 400) refused(bytes.toString())
    const answer = { status: response.status, headers: response.headers, bytes, body: undefined }
    return validated({ method: method.toUpperCase(), path, answer })
  }

  return {
    call,
    cookies,
    get: (path, more = {}) => call({ method: 'GET', path, headers: more }),
    post: (path, body, more = {}) => call({ method: 'POST', path, body, headers: more }),
    put: (path, body, more = {}) => call({ method: 'PUT', path, body, headers: more }),
    patch: (path, body, more = {}) => call({ method: 'PATCH', path, body, headers: more }),
    delete: (path, more = {}) => call({ method: 'DELETE', path, headers: more }),
  }
}

type Encoded = { body?: BodyInit; headers: Record<string, string> }

function encode(body: unknown): Encoded {
  if (body === undefined) return { headers: {} }
  if (body instanceof FormData) return { body, headers: {} }
  if (typeof body === 'string' || body instanceof Uint8Array)
    return { body: body as BodyInit, headers: {} }
  return { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
}

const cookieHeader = (cookies: ReadonlyMap<string, string>): Record<string, string> =>
  cookies.size === 0
    ? {}
    : { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }

function keepCookies(cookies: Map<string, string>, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) {
    const [pair = '', ...attributes] = cookie.split(';')
    const at = pair.indexOf('=')
    const name = pair.slice(0, at).trim()
    const isCleared = attributes.some((attribute) =>
      /^\s*expires=thu, 01 jan 1970/i.test(attribute),
    )
    if (isCleared) cookies.delete(name)
    else cookies.set(name, pair.slice(at + 1))
  }
}

type Exchange = { method: string; path: string; answer: ApiAnswer }

/** Each validator is made for a few answers: short code is worth more than fast code. */
const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  inlineRefs: false,
  code: { optimize: false },
})
const validators = new Map<string, ValidateFunction>()

/** The contract of one operation, made when it is called first; under its name for `ajv`. */
const documents = new Map<string, OpenApi>()

function documentOf(name: string, described: readonly Operation[]): OpenApi {
  const known = documents.get(name)
  if (known !== undefined) return known
  const made = openApiDocument('http://localhost:3000', described)
  ajv.addSchema(made as object, name)
  documents.set(name, made)
  return made
}

function validated({ method, path, answer }: Exchange): ApiAnswer {
  const where = `${method} ${path.slice(0, 200)} → ${answer.status}`
  const schema = schemaFor({ method, path, answer })
  if (schema === undefined) throw new Error(`${where}: this answer is not documented`)
  if (schema === null) return answer

  const type = answer.headers.get('content-type') ?? ''
  if (!type.startsWith('application/json')) throw new Error(`${where}: not JSON but ${type}`)
  const body = method === 'HEAD' ? undefined : JSON.parse(answer.bytes.toString('utf8'))
  const validate = validatorOf(schema)
  if (method !== 'HEAD' && !validate(body))
    throw new Error(`${where}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`)
  return { ...answer, body }
}

/** Where its schema stands; null: documented, not JSON; undefined: not documented. */
function schemaFor({ method, path, answer }: Exchange): string | null | undefined {
  const { pathname } = new URL(path, 'http://localhost')
  const match = matchOperation(method, pathname)
  if (match.kind !== 'operation') return answer.status >= 400 ? problemPointer() : undefined
  const { operation } = match
  const document = documentOf(operation.name, [operation])
  const documented = document.paths[operation.path]?.[operation.method]?.responses[answer.status]
  if (documented === undefined) return undefined
  if (documented.content?.['application/json'] === undefined) return null
  if (Object.keys(documented.content['application/json']).length === 0) return null
  const parts = ['paths', operation.path, operation.method, 'responses', String(answer.status)]
  const pointer = [...parts, 'content', 'application/json', 'schema'].map(escapePart).join('/')
  return `${operation.name}#/${pointer}`
}

/** Of calls that no operation answers. */
function problemPointer(): string {
  documentOf('none', [])
  return 'none#/components/schemas/Problem'
}

const escapePart = (part: string) =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

function validatorOf(pointer: string): ValidateFunction {
  const known = validators.get(pointer)
  if (known !== undefined) return known
  const made = ajv.compile({ $ref: pointer })
  validators.set(pointer, made)
  return made
}
