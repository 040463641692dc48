import type {EventHandler} from '#event/event-handler'
import type {EventTarget} from '#event/event-sink'
import type {Assay} from '#provider/assay'
import {refusalIn} from '#provider/health/health-verdict'
import type {ChosenTranslator} from '#provider/translator/chosen-translator'
import type {SightedTranslator} from '#provider/translator/translator'
import type {DecodeVideo, EvalLibrary, Subject} from '../model/subject.ts'
import {PlanEvents} from './plan-events.ts'

/** What an evaluation has beside its providers. `translator` is for whomever it names, else for everybody. */
interface Means {
  readonly translator?: Pick<ChosenTranslator, 'told'> | undefined
  readonly decodeVideo?: DecodeVideo | undefined
}

/** The library for an evaluation: its events go to `handler`, see `PlanEvents`. */
export function openEvalLibrary(
  make: (eventHandler: EventTarget) => Assay,
  handler: EventHandler,
  {translator, decodeVideo}: Means = {},
): EvalLibrary {
  const events = new PlanEvents(handler)
  const assay = make(events)
  return {
    subject: (name, signal) => subjectOf(assay, name, {events, signal, translator, decodeVideo}),
    meet: async (name, signal) => {
      const {profile} = await assay.describe(name, {signal})
      if (profile.transport === 'in_process') return
      const refusal = refusalIn(await assay.health(name, {signal}))
      if (refusal) throw refusal
    },
    reopen: () => openEvalLibrary(make, handler, {translator, decodeVideo}),
    knowing(makeProvider) {
      const makeMore = (target: EventTarget) => {
        const more = make(target)
        more.registerProvider(makeProvider())
        return more
      }
      return openEvalLibrary(makeMore, handler, {translator, decodeVideo})
    },
    async close() {
      await assay.close()
      await assay.flush()
    },
  }
}

interface Asking {
  readonly events: PlanEvents
  readonly signal: AbortSignal | undefined
  readonly translator: Means['translator']
  readonly decodeVideo: DecodeVideo | undefined
}

async function subjectOf(assay: Assay, name: string, asking: Asking): Promise<Subject> {
  const {events, signal: opening, translator, decodeVideo} = asking
  const {profile, descriptor, batched} = await assay.describe(name, {...(opening && {signal: opening})})
  const inProcess = profile.transport === 'in_process'
  const predict: Subject['predictClaiming'] = ({world_state, action, steps}, signal) =>
    assay.predict(world_state, action, steps, name, {signal})
  const predictBatch: Subject['predictBatchClaiming'] = (request, signal) => assay.predictBatch(request, name, {signal})
  return {
    name,
    capabilities: profile.capabilities,
    descriptor,
    batched,
    shown: await shownTo(name, translator),
    decodeVideo,
    deterministic: profile.deterministic,
    inProcess,
    endsWithCall: profile.transport === 'stdio',
    get reached() {
      return events.reached(name)
    },
    async asOnePlan(work) {
      if (inProcess) events.startPlan()
      try {
        return await work()
      } finally {
        events.endPlan()
      }
    },
    predict: async (request, signal) => (await predict(request, signal)).state,
    predictClaiming: predict,
    predictBatch: async (request, signal) => (await predictBatch(request, signal)).states,
    predictBatchClaiming: predictBatch,
    async score(request, signal) {
      const {scores, lower_is_better, best_index, metadata} = await assay.score(request, name, {signal})
      const claimed = metadata['provider_best_index']
      const reply = {scores, lowerIsBetter: lower_is_better, bestIndex: best_index}
      return typeof claimed === 'number' ? {...reply, claimedBest: claimed} : reply
    },
    embed: (request, signal) => assay.embed(request, name, {signal}),
    reset: (seed, signal) => assay.reset(name, {seed}, {signal}),
    policy: async (info, translator, signal) => (await assay.policy({info}, name, {signal, translator})).actions,
    generate: (request, signal) => assay.generate(request, name, {signal}),
    transfer: (request, signal) => assay.transfer(request, name, {signal}),
    reason: (request, signal) => assay.reason(request, name, {signal}),
  }
}

async function shownTo(name: string, translator: Means['translator']): Promise<SightedTranslator | undefined> {
  if (!translator) return undefined
  const {makeTranslator} = await import('#provider/translator/chosen-translator')
  const shown = makeTranslator(translator.told)
  return shown.provider === undefined || shown.provider === name ? shown : undefined
}
