import {once} from 'node:events'
import {createServer, type IncomingHttpHeaders} from 'node:http'
import {gunzipSync} from 'node:zlib'
import root from 'otlp-decoder/build/src/generated/root.js'

/** One export as a collector reads it; ids in hex, times and counts as text where they are long. */
export interface OtlpExport {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly document: OtlpDocument
  readonly text: string
}

export interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly Attribute[]
  readonly events?: readonly {readonly name: string}[]
  readonly status?: {readonly code?: number | string; readonly message?: string}
}

interface Attribute {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

interface OtlpDocument {
  readonly resourceSpans?: readonly {
    readonly resource: {readonly attributes: readonly Attribute[]}
    readonly scopeSpans: readonly {readonly spans: readonly OtlpSpan[]}[]
  }[]
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics: readonly {readonly metrics: readonly {readonly name: string; readonly unit: string}[]}[]
  }[]
}

interface Message {
  decode(bytes: Uint8Array): unknown
  toObject(message: unknown, options: object): unknown
}

/** What upstream declares as any message. */
const {trace, metrics} = (root as unknown as Generated).opentelemetry.proto.collector
interface Generated {
  readonly opentelemetry: {
    readonly proto: {
      readonly collector: {
        readonly trace: {readonly v1: {readonly ExportTraceServiceRequest: Message}}
        readonly metrics: {readonly v1: {readonly ExportMetricsServiceRequest: Message}}
      }
    }
  }
}

/** What upstream generated from the definitions of the protocol reads the bytes, so that nothing is read by its own writer. */
function decode(path: string, body: Buffer): OtlpDocument {
  const kind = path.endsWith('/traces') ? trace.v1.ExportTraceServiceRequest : metrics.v1.ExportMetricsServiceRequest
  const plain = kind.toObject(kind.decode(body), {longs: String, bytes: Buffer, enums: Number})
  return JSON.parse(JSON.stringify(plain, (_, value) => (value?.type === 'Buffer' ? hexOf(value.data) : value)))
}

const hexOf = (bytes: readonly number[]) => Buffer.from(bytes).toString('hex')

/** A collector on loopback that keeps what it is sent. */
export async function otlpCollector() {
  const exports: OtlpExport[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const {headers, url: path = ''} = request
    const sent = Buffer.concat(parts)
    const body = headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
    const isJson = headers['content-type'] === 'application/json'
    const document = isJson ? JSON.parse(body.toString()) : decode(path, body)
    exports.push({path, headers, document, text: JSON.stringify(document)})
    response.setHeader('content-type', headers['content-type'] ?? '').end(isJson ? '{}' : '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    exports,
    spans: () =>
      exports
        .flatMap(({document}) => document.resourceSpans ?? [])
        .flatMap(({scopeSpans}) => scopeSpans.flatMap(({spans}) => spans)),
    [Symbol.dispose]: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The attributes of a span or resource, by name. */
export function attributesOf({attributes}: {readonly attributes: readonly Attribute[]}): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({key, value}) => [key, Object.values(value)[0]]))
}
