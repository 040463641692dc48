import {finite, record} from '#contract/json'
import {ProviderError} from '#error/provider-error'
import type {CallContext} from '../../model/provider.ts'
import {callForJson} from './call-endpoint.ts'
import type {HttpService} from './service.ts'

interface Asked {
  readonly method: string
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
}

/** The description a server publishes of itself, fetched once. A server without one is taken at its word. */
export class OpenApiDocument {
  readonly #service: HttpService
  #document: Promise<unknown> | undefined

  constructor(service: HttpService) {
    this.#service = service
  }

  /** Throws `incompatible` for a body that the server's own description refuses, before it is sent. */
  demand(asked: Asked, signal: AbortSignal, context: CallContext): Promise<void> {
    this.#document ??= callForJson(this.#service, {method: 'GET', path: '/openapi.json', signal}, context).then(
      (answered) => answered.value,
      () => undefined,
    )
    return this.#document.then((document) => {
      const fault = bodyFault(document, asked)
      if (fault === undefined) return
      throw new ProviderError('incompatible', `the server's own description refuses the request: ${fault}`, {
        fault: 'incompatible',
        retryable: false,
      })
    })
  }
}

/** What a description has against a body: fields it lacks or does not know, numbers out of range. Undefined where it says nothing. */
function bodyFault(document: unknown, {method, path, body}: Asked): string | undefined {
  const schema = resolved(
    document,
    at(document, ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema']),
  )
  const properties = record(schema?.['properties'])
  if (schema === undefined || properties === undefined) return undefined
  const required = Array.isArray(schema['required'])
    ? schema['required'].filter((name) => typeof name === 'string')
    : []
  const missing = required.find((name) => !Object.hasOwn(body, name))
  if (missing !== undefined) return `it needs ${missing}`
  for (const [name, value] of Object.entries(body)) {
    const own = resolved(document, properties[name])
    if (own === undefined && schema['additionalProperties'] === false) return `it does not know ${name}`
    const [low, high] = [finite(own?.['minimum']), finite(own?.['maximum'])]
    if (typeof value === 'number' && ((low !== undefined && value < low) || (high !== undefined && value > high)))
      return `${name} is out of its range`
  }
  return undefined
}

function resolved(document: unknown, schema: unknown): Readonly<Record<string, unknown>> | undefined {
  const own = record(schema)
  const ref = own?.['$ref']
  return typeof ref === 'string' && ref.startsWith('#/') ? record(at(document, ref.slice(2).split('/'))) : own
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => {
    const fields = record(inner)
    return fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined
  }, value)
}
