import type {ProviderEvent} from '#contract/generated/types'
import type {EventHandler} from '#event/event-handler'
import type {Clock} from '#random/clock'
import {rulesOf} from '#world/environments'
import {environmentUnder} from '#world/planner/presets'
import {loadCells} from '../catalogue/load-cells.ts'
import {loadSuiteOfKind} from '../catalogue/load-suite.ts'
import type {ReadyCell} from '../kit/course.ts'
import {makeStatePlans} from '../kit/make-state-plans.ts'
import type {TrialOrder, TrialReply} from '../kit/trial-order.ts'
import type {EvalLibrary} from '../model/subject.ts'
import type {Suite} from '../model/suite.ts'

type OpenLibrary = (order: Pick<TrialOrder, 'policy' | 'translator'>, handler: EventHandler) => EvalLibrary

/**
 * Answers orders, one after the other, however many have come. Libraries, cells and the scenes of trials are kept, so that the next order for the same cell only
 * pays for its trial. What comes of an order depends on nothing else.
 */
export function serveTrials(
  openLibrary: OpenLibrary,
  clock: Pick<Clock, 'monotonicNs'>,
): (order: TrialOrder) => Promise<TrialReply> {
  let events: Readonly<ProviderEvent>[] = []
  const {signal} = new AbortController()
  const courses = new Map<string, (order: TrialOrder) => Promise<ReadyCell | undefined>>()
  const answer = async (order: TrialOrder): Promise<TrialReply> => {
    events = []
    try {
      const name = JSON.stringify(runOf(order))
      const course =
        courses.get(name) ??
        openCourse(
          order,
          openLibrary(order, (event) => void events.push(event)),
          clock,
        )
      courses.set(name, course)
      const ready = await course(order)
      if (!ready) return {kind: 'impossible', message: 'the thread knows no such cell'}
      const episode = await ready.cell.run(order.index, signal)
      const baselines = order.withBaselines ? await ready.baselines?.(order.index, signal) : undefined
      return {kind: 'tried', episode, events, ...(baselines && {baselines})}
    } catch (error) {
      return {kind: 'impossible', message: error instanceof Error ? error.message : 'unknown'}
    }
  }
  let last: Promise<unknown> = Promise.resolve()
  return (order) => {
    const reply = last.then(() => answer(order))
    last = reply
    return reply
  }
}

/** What all orders of one run have in common. */
function runOf({seed, planner, maxModelEvals, policy, translator, whole}: TrialOrder) {
  return {seed, planner, maxModelEvals, policy, translator: translator?.digest, whole}
}

function openCourse(
  run: TrialOrder,
  library: EvalLibrary,
  clock: Pick<Clock, 'monotonicNs'>,
): (order: TrialOrder) => Promise<ReadyCell | undefined> {
  const {seed, planner, maxModelEvals, translator} = run
  const counts = new Map<string, number>()
  const settings = {
    seed,
    planner,
    translator,
    ...(maxModelEvals !== undefined && {maxModelEvals}),
    trialsOf: ({name}: Suite) => counts.get(name) ?? 0,
  }
  const placed = (env: string) => environmentUnder(planner, rulesOf(env))
  const whole = run.whole && {...settings, ...run.whole, environments: run.whole.envs.map(placed)}
  const statePlans = makeStatePlans(settings)
  const made = new Map<string, readonly ReadyCell[]>()
  return async ({provider, suite: {name, kind, sets}, env, stratum, trials}) => {
    counts.set(name, trials)
    const place = `${provider}/${name}/${env}`
    const suite: Suite = {...(await loadSuiteOfKind(kind)), name, ...(sets && {sets})}
    const environments = whole?.environments ?? [placed(env)]
    const course = {suite, environments, settings, ...(whole && {whole}), statePlans, library, clock}
    const cells =
      made.get(place) ?? (await loadCells([suite]))({...course, subject: await library.subject(provider)}).ready
    made.set(place, cells)
    return cells.find(({cell}) => cell.stratum === stratum)
  }
}
