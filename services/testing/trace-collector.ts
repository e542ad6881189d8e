// A collector of traces for tests: takes OTLP over HTTP as JSON and keeps every byte it was sent.
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type SentSpan = {
  name: string
  traceId: string
  spanId: string
  /** Undefined for the first span of a trace. */
  parentSpanId: string | undefined
  words: Record<string, string | number | undefined>
  links: { traceId: string; spanId: string }[]
  hasFailed: boolean
}

export type TraceCollector = {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string
  spans: () => SentSpan[]
  /** All that came, as it came. */
  text: () => string
  asked: () => { path: string; headers: IncomingHttpHeaders }[]
  stop: () => Promise<void>
}

export async function openTraceCollector(): Promise<TraceCollector> {
  const bodies: string[] = []
  const asked: { path: string; headers: IncomingHttpHeaders }[] = []
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', headers: request.headers })
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(Buffer.concat(chunks).toString('utf8'))
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans: () => bodies.flatMap(spansIn),
    text: () => bodies.join('\n'),
    asked: () => asked,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** As the protocol writes it: proto3's JSON, ids in hexadecimal. */
type Export = { resourceSpans: { scopeSpans: { spans: WireSpan[] }[] }[] }
type WireSpan = Omit<SentSpan, 'words' | 'links' | 'hasFailed'> & {
  attributes?: { key: string; value: { stringValue?: string; intValue?: number } }[]
  links?: SentSpan['links']
  status?: { code?: number }
}

const FAILED = 2

function spansIn(body: string): SentSpan[] {
  const { resourceSpans } = JSON.parse(body) as Export
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map(({ name, traceId, spanId, parentSpanId, attributes = [], links = [], status }) => ({
      name,
      traceId,
      spanId,
      parentSpanId: parentSpanId === '' ? undefined : parentSpanId,
      words: Object.fromEntries(
        attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
      ),
      links,
      hasFailed: status?.code === FAILED,
    }))
}
