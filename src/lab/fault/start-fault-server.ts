import {invalidInput} from '#error/assay-error'
import {loadFault} from '#provider/catalogue/availability'
import type {FaultServer, FaultStep} from './fault-step.ts'
import {checkScript, type FaultService, SEED} from './fault-table.ts'
import type {HttpServiceName, ModelService} from './http-services.ts'
import type {WsServerOptions} from './start-ws-server.ts'
import type {ZmqServerOptions} from './start-zmq-server.ts'

/**
 * What to start. `service`: a model server by name, or how it is set up; over HTTP also a function that answers. `script`: where it
 * misbehaves; it is healthy until a step matches. `seed`: equal seeds give equal answers, 42 where none is told.
 */
export type FaultServerOptions = {readonly script?: readonly FaultStep[]; readonly seed?: number} & (
  | {readonly transport: 'http'; readonly service: HttpServiceName | ModelService}
  | {readonly transport: 'zmq'; readonly service: 'gr00t' | Omit<ZmqServerOptions, 'seed'>}
  | {readonly transport: 'ws'; readonly service: 'openpi' | Omit<WsServerOptions, 'seed'>}
  | {readonly transport: 'stdio'; readonly service: 'bridge'}
)

/**
 * A model server on a free port of loopback that is healthy until its script says otherwise: silent, and deterministic for equal scripts,
 * seeds and requests. Throws `invalid_input` for a script that this service could never play, and for a service that this transport has not; `package_missing`.
 */
export async function startFaultServer(options: FaultServerOptions): Promise<FaultServer> {
  const {script = [], seed = SEED} = options
  checkPair(options)
  const service = playedService(options)
  if (service !== undefined) checkScript(service, script)
  const server = await startOne(options, seed, script)
  return {
    ...server,
    play: (next) => {
      if (service !== undefined) checkScript(service, next)
      server.play(next)
    },
  }
}

const SERVED: Readonly<Record<FaultServerOptions['transport'], readonly string[]>> = {
  http: ['cosmos', 'cosmos-policy', 'runway', 'bridge'],
  zmq: ['gr00t'],
  ws: ['openpi'],
  stdio: ['bridge'],
}

/** Refuses a service that the transport does not have: callers without types may pair anything. */
function checkPair({transport, service}: FaultServerOptions): void {
  const served = new Map<string, readonly string[]>(Object.entries(SERVED)).get(transport)
  if (served === undefined) throw invalidInput(`transport must be one of ${Object.keys(SERVED).join(', ')}`)
  if (typeof service !== 'string' || served.includes(service)) return
  throw invalidInput(`${transport} has no such service, but ${served.join(', ')}`)
}

/** By which name its faults are known; undefined for a function, which may answer anything. */
function playedService(options: FaultServerOptions): FaultService | undefined {
  switch (options.transport) {
    case 'http':
      if (typeof options.service === 'function') return undefined
      return options.service === 'bridge' ? 'bridge over http' : options.service
    case 'zmq':
      return 'gr00t'
    case 'ws':
      return 'openpi'
    case 'stdio':
      return 'bridge over stdio'
  }
}

async function startOne(options: FaultServerOptions, seed: number, script: readonly FaultStep[]): Promise<FaultServer> {
  switch (options.transport) {
    case 'http': {
      const {startHttpServer} = await import('./start-http-server.ts')
      return await startHttpServer(options.service, seed, script)
    }
    case 'zmq': {
      const {startZmqServer} = await import('./start-zmq-server.ts').catch((error: unknown) => {
        throw loadFault(error, 'gr00t')
      })
      return await startZmqServer({...(options.service === 'gr00t' ? {} : options.service), seed}, script)
    }
    case 'ws': {
      const {startWsServer} = await import('./start-ws-server.ts')
      return await startWsServer({...(options.service === 'openpi' ? {} : options.service), seed}, script)
    }
    case 'stdio': {
      const {startStdioServer} = await import('./start-stdio-server.ts')
      return await startStdioServer(seed, script)
    }
  }
}
