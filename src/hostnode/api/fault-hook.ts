import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify'
import {elapsedMs} from '#random/clock'
import type {NodeContext} from '../context/context.ts'
import type {ActiveFault} from '../fault/fault-table.ts'
import {type FaultedRequest, struckBy} from '../fault/route-faults.ts'
import {API_ERRORS} from '../model/api-failure.ts'
import {numberArg} from '../model/fault-forms.ts'

/** Weight of the newest duration in the usual one of a route. */
const NEWEST_SHARE = 0.1

type FaultHookContext = Pick<NodeContext, 'faults' | 'time' | 'settings' | 'release'>

/** Applies the faults set for a route to its requests before credentials are checked; log and metrics record how these requests end. */
export function addFaultHook(app: FastifyInstance, context: FaultHookContext): void {
  const {faults, time, settings, release} = context
  if (!settings.allowFaults && release.faults === undefined) return
  const usualMs = new Map<string, number>()
  app.addHook('onRequest', (request, reply, done) => {
    const {method, route} = request
    const asked = {method, route}
    // Otherwise Node would write the true time.
    if (faults.first('clock') !== undefined) reply.header('date', new Date(time.nowMs()).toUTCString())
    if (struckBy(faults, 'drop', asked) !== undefined) return drop(request, reply)
    const hang = struckBy(faults, 'hang', asked)
    const late = struckBy(faults, 'latency', asked)
    const end = () => {
      const error = struckBy(faults, 'error', asked)
      if (error === undefined) done()
      else answerError(error, request, reply)
    }
    const wait = () => {
      if (late === undefined) return end()
      const ms = Math.max(numberArg(late, 'ms'), numberArg(late, 'share') * (usualMs.get(routeKey(asked)) ?? 0))
      time.after(ms, () => {
        learnDuration(reply, asked, {usualMs, time})
        end()
      })
    }
    if (hang === undefined) wait()
    else void hang.over.then(wait)
  })
}

function drop(request: FastifyRequest, reply: FastifyReply): void {
  // For log and metrics, which count this request although the caller sees no response.
  reply.code(API_ERRORS.internal_error)
  reply.hijack()
  request.raw.socket.destroy()
}

/** Answers in the form of every failure; the body of the request is not read. */
function answerError(fault: ActiveFault, request: FastifyRequest, reply: FastifyReply): void {
  const status = numberArg(fault, 'status')
  const [error = 'internal_error'] = Object.entries(API_ERRORS).findLast(([, one]) => one === status) ?? []
  const body = {error, message: 'the node failed; its log says more', details: null, request_id: request.id}
  if (!request.raw.complete) reply.header('connection', 'close')
  void reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

function learnDuration(
  reply: FastifyReply,
  asked: FaultedRequest,
  {usualMs, time}: {readonly usualMs: Map<string, number>; readonly time: FaultHookContext['time']},
): void {
  const startedNs = time.monotonicNs()
  const key = routeKey(asked)
  reply.raw.once('close', () => {
    const ms = elapsedMs(time, startedNs)
    const usual = usualMs.get(key) ?? ms
    usualMs.set(key, usual + (ms - usual) * NEWEST_SHARE)
  })
}

const routeKey = ({method, route}: FaultedRequest) => `${method} ${route}`
