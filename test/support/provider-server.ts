import {InMemoryRecorderSink} from '#event/in-memory-recorder-sink'
import type {FaultStep} from '#lab/fault/fault-step'
import type {ModelService} from '#lab/fault/http-services'
import {startFaultServer} from '#lab/fault/start-fault-server'
import {Assay} from '#provider/assay'
import type {AssayOptions} from '#provider/assay-options'
import {Redactor} from '#redact/redactor'

/** A model server with a script of faults, and the library configured to call it over a real socket. */
export async function serverRig(
  service: ModelService,
  configure: (url: string) => Readonly<Record<string, string>>,
  script: readonly FaultStep[] = [],
  options: AssayOptions = {},
) {
  const server = await startFaultServer({transport: 'http', service, script})
  const recorder = new InMemoryRecorderSink()
  const redactor = new Redactor()
  const env = {ASSAY_ALLOW_LOOPBACK: '1', ...configure(server.url)}
  const waits: number[] = []
  const waitOut = async (ms: number, signal: AbortSignal) => {
    signal.throwIfAborted()
    waits.push(ms)
  }
  const assay = new Assay({env, redactor, eventHandler: recorder, waitOut, ...options})
  return {
    assay,
    server,
    recorder,
    waits,
    env,
    [Symbol.asyncDispose]: async () => {
      await assay.close()
      await server.close()
    },
  }
}
