import type {FaultServer, FaultStep} from '#lab/fault/fault-step'
import {type AnswerQuestion, type DrilledService, TRANSPORTS} from './talk.ts'

/** A model server in a process of its own: it plays a script when it is told to, and says how much it was asked. */
export async function serveServer(
  service: DrilledService,
  seed: number,
): Promise<{readonly url: string; readonly answer: AnswerQuestion}> {
  const {startFaultServer} = await import('#lab/fault/start-fault-server')
  const server = await startFaultServer({transport: TRANSPORTS[service], service, seed} as never)
  let script: readonly FaultStep[] = []
  return {
    url: server.url,
    answer: async ({ask, args}) => {
      if (ask === 'seen') return seenBy(server)
      const before = script.length
      script = (args['script'] ?? []) as readonly FaultStep[]
      server.play(script)
      return {steps_before: before}
    },
  }
}

function seenBy(server: FaultServer): Readonly<Record<string, unknown>> {
  return {requests: server.requests().length, connections: server.connections()}
}
