import type {EvalEpisode, EvalFailure, EvalFailures, EvalSnapshots} from '#contract/generated/types'
import {cutText} from '#error/cut-text'
import {ENVIRONMENTS} from '#world/environments'
import type {EvalSettings} from '../model/eval-settings.ts'
import type {Suite} from '../model/suite.ts'
import {trialKeyOf, trialKeyText} from '../model/trial-key.ts'
import {promiseOf} from './plain-words.ts'
import {suiteCommand} from './suggested-commands.ts'

/** Every trial that is no success, with the command that runs it alone. */
export function collectFailures(episodes: readonly EvalEpisode[], settings: EvalSettings): EvalFailures {
  const failed = tellingFirst(episodes.filter((episode) => !episode.success))
  return {schema_version: 1, failures: failed.map((episode) => failureOf(episode, settings))}
}

/** In each suite and of each provider, trials that break a rule by themselves before those that only add to a share: who runs one again sees what failed. */
function tellingFirst(failed: readonly EvalEpisode[]): EvalEpisode[] {
  const groupOf = ({suite, provider}: EvalEpisode) => `${suite} ${provider}`
  const addsAlone = ({values}: EvalEpisode) => Number(values?.['turned'] === 0)
  const groups = Map.groupBy(failed, groupOf)
  for (const [name, group] of groups)
    groups.set(
      name,
      group.toSorted((a, b) => addsAlone(a) - addsAlone(b)),
    )
  return failed.flatMap((episode) => groups.get(groupOf(episode))?.shift() ?? [])
}

function failureOf(episode: EvalEpisode, settings: EvalSettings): EvalFailure {
  const key = trialKeyText(trialKeyOf(episode))
  const {reason = 'failed', error, steps, cost} = episode
  return {
    key,
    provider: episode.provider,
    command: commandOf(episode, key, settings),
    expected: expectedOf(
      episode,
      settings.suites.find(({name}) => name === episode.suite),
    ),
    observed: error ? `${error.code}: ${error.message}` : reason,
    ...(steps !== undefined && {steps}),
    ...(cost !== undefined && {cost}),
    ...findTriage(episode),
    ...(episode.snapshots && {trajectory: episode.snapshots}),
  }
}

function expectedOf({case: tried}: EvalEpisode, suite: Pick<Suite, 'expected'> | undefined): string {
  if (tried !== undefined) return promiseOf(tried)
  return suite?.expected ?? 'an answer that can be measured'
}

function commandOf(episode: EvalEpisode, key: string, settings: EvalSettings): string {
  const {seed, planner, maxModelEvals} = settings
  const {suite, words} = suiteCommand(episode, settings)
  if (suite.kind === 'fixtures') return `${words} --episode ${key}`
  // Calls of several worlds at once need them all.
  const envs = episode.case?.endsWith('-beside') ? settings.environments.map(({id}) => id) : [episode.env]
  // The plan must reach up to the trial; for cases every environment and case comes before the next episode.
  const n = (suite.kind === 'contract' ? CASE_REACH * envs.length : 1) * (episode.episode + 1)
  const budget = maxModelEvals === undefined ? '' : ` --max-model-evals ${maxModelEvals}`
  if (suite.isPlaceless) return `${words} --n ${n} --seed ${seed} --episode ${key}`
  return `${words} --env ${envs.join(' --env ')} --n ${n} --seed ${seed} --planner ${planner}${budget} --episode ${key}`
}

/** More than the suite has cases, so that one round of them fits. */
const CASE_REACH = 64

/** Shown of each suite and provider; the file of failures holds all. */
const SHOWN = 3

/** The first few failures of every suite and provider, in their order. */
export function shownFailures(failures: readonly EvalFailure[]): EvalFailure[] {
  const seen = new Map<string, number>()
  return failures.filter(({key, provider}) => {
    const group = `${key.split(':')[1]} ${provider}`
    const count = (seen.get(group) ?? 0) + 1
    seen.set(group, count)
    return count <= SHOWN
  })
}

/** What went wrong in the words of who was asked: a line for each suite, provider and code, the most frequent first. */
export function errorRemarks(episodes: readonly EvalEpisode[]): string[] {
  const groups = new Map<string, {readonly message: string; count: number}>()
  for (const {suite, provider, error} of episodes) {
    if (error === undefined) continue
    const name = `${provider} ${suite}: ${error.code}`
    const group = groups.get(name) ?? {message: error.message, count: 0}
    group.count++
    groups.set(name, group)
  }
  const byCount = [...groups].toSorted(([, a], [, b]) => b.count - a.count)
  return byCount.map(
    ([name, {message, count}]) => `${name} ${count === 1 ? 'once' : `${count} times, at first`}: ${message}`,
  )
}

/** How remarks begin that say what to state. */
export const REFUSALS = ['refused_worlds: ', 'refused_sizes: ', 'refused_questions: '] as const

/** What a provider that refuses questions might say of itself instead: which worlds it knows, and how much it takes at once. */
export function refusalRemarks(episodes: readonly EvalEpisode[]): string[] {
  return [...Map.groupBy(episodes, ({provider}) => provider)].flatMap(([provider, asked]) => {
    // Some cases of a contract ask nothing in some worlds, and keep what they promise.
    const byWorld = [
      ...Map.groupBy(
        asked.filter(({suite, env}) => suite !== 'contract' && env !== '*'),
        ({env}) => env,
      ),
    ]
    const isWholly = ([, trials]: (typeof byWorld)[number]) => trials.every(isRefused)
    const worlds = (isIn: boolean) => byWorld.filter((one) => isWholly(one) === isIn).map(([env]) => env)
    const [refused, answered] = [worlds(true), worlds(false)]
    const part = asked.filter((one) => isRefused(one) && isOfMany(one) && !refused.includes(one.env))
    if (refused.length > 0 && answered.length > 0)
      return [
        `${REFUSALS[0]}${provider} answers in ${answered.join(', ')} and refuses every question about ${refused.join(', ')}; if it is made for some worlds, its descriptor says so in environments, or name them with --env`,
      ]
    const [first] = part
    if (refused.length > 0 || !first) return []
    const words = (first.error?.message ?? '').replace(FAILED_INSIDE, '')
    const said = `, at first with "${cutText(words, MOST_WORDS)}"`
    return part.some((one) => isSizeAlone(one, asked)) || SPEAKS_OF_ROWS.test(words)
      ? [`${REFUSALS[1]}${provider} ${OF_MANY}${said}${MAX_SAMPLES}`]
      : [`${REFUSALS[2]}${provider} refuses some questions${said}; ${EVERY_LENGTH}`]
  })
}

const FAILED_INSIDE = /^provider failed inside: (?:Error: )?/
const MOST_WORDS = 160
const OF_MANY = 'refuses some questions of many rows or candidates'
const MAX_SAMPLES = '; if it takes a number of them at once, its descriptor says so in max_samples'
const EVERY_LENGTH =
  'what is refused counts as a wrong answer, and predictions and plans of every length are asked, which no descriptor limits'
/** A refusal in its own words that is about how many there are, and not about how long they are. */
const SPEAKS_OF_ROWS =
  /^(?!.*\b(?:steps?|horizons?|entries|lengths?|long)\b).*\b(?:rows?|candidates?|samples?|batch(?:es)?)\b/i

/** Only these questions differ from those of the other cases in how many rows they have, and in nothing else. */
function isSizeAlone({case: tried = '', env}: EvalEpisode, asked: readonly EvalEpisode[]): boolean {
  const operation = tried.slice(0, tried.indexOf('-') + 1)
  const isOther = (one: EvalEpisode) => one.env === env && one.case?.startsWith(operation) && one.case !== tried
  return tried.endsWith('-sizes') && asked.some((one) => isOther(one) && !isRefused(one))
}

/** A remark about refused questions as versions told it that took every such refusal for one of size. */
export function formerRefusal(remark: string): string {
  const told = [REFUSALS[1], REFUSALS[2]].find((name) => remark.startsWith(name))
  const end = remark.indexOf(' refuses some questions')
  return told === undefined ? remark : `${REFUSALS[1]}${remark.slice(told.length, end)} ${OF_MANY}${MAX_SAMPLES}`
}

/** The provider itself raised something; what it answered wrongly it would answer wrongly of one row, too. */
function isRefused({error}: EvalEpisode): boolean {
  return error?.kind === 'wrong' && ['internal', 'upstream_error'].includes(error.code)
}

function isOfMany({suite, case: tried}: EvalEpisode): boolean {
  return suite === 'fidelity' || tried?.endsWith('-sizes') === true
}

/** How a remark begins that tells what a suite saw. */
export const FAILED_TRIALS = 'failed_trials: '

/** What was seen first of trials that were answered and failed all the same: a line for each suite and provider. */
export function failureRemarks(episodes: readonly EvalEpisode[]): string[] {
  const failed = tellingFirst(
    episodes.filter(({success, error, reason}) => !success && error === undefined && reason !== undefined),
  )
  const groups = [...Map.groupBy(failed, ({suite, provider}) => `${suite} of ${provider}`)]
  return groups.flatMap(([name, all]) => {
    const [first] = all
    if (first === undefined) return []
    return [`${FAILED_TRIALS}${all.length} of ${name}, at first ${trialKeyText(trialKeyOf(first))}: ${first.reason}`]
  })
}

/** Where to look first, for an episode that failed; nothing where there is nothing to say. */
export function findTriage({env, reason, error, snapshots, values}: EvalEpisode): {triage?: string} {
  if (error) {
    const isWrong = error.kind === 'wrong'
    return {
      triage: isWrong
        ? `The answer was refused: ${error.code}.`
        : 'The provider did not answer; this says nothing of its quality.',
    }
  }
  if (reason === 'model_eval_budget') return {triage: 'The next plan would have exceeded the model-evaluation budget.'}
  const {late, plans, slowest_ms} = values ?? {}
  if (late) return {triage: `${late} of ${plans} plans came late, the slowest after ${slowest_ms} ms.`}
  const progress = snapshots && progressOf(env, snapshots)
  return progress === undefined ? {} : {triage: progress}
}

/** Much of the way is a tenth of the cost that was left at the start. */
const MUCH = 0.1

function progressOf(env: string, {goal, states}: EvalSnapshots): string | undefined {
  const environment = ENVIRONMENTS.get(env)
  const costs = states.map(({state}) => environment?.cost(numbers(state), numbers(goal)) ?? Number.NaN)
  const [first = Number.NaN, last = Number.NaN] = [costs[0], costs.at(-1)]
  if (!(Number.isFinite(first) && Number.isFinite(last))) return undefined
  const best = Math.min(...costs.filter(Number.isFinite))
  if (environment?.successMode === 'hold') return 'It did not hold; the last frames show how it was lost.'
  if (best < MUCH * first && last > 2 * best)
    return 'It came close and left again: look at what it plans near the goal.'
  if (last > (1 + MUCH) * first)
    return 'It ended farther from the goal than it began: look for a sign or a wrong direction.'
  if (last > (1 - MUCH) * first)
    return 'It got nowhere: look for a model that does not react to actions, or an obstacle it does not know.'
  return 'It got part of the way: look at where it stops, and at the step budget.'
}

function numbers(values: readonly (number | null)[]): number[] {
  return values.map((value) => value ?? Number.NaN)
}
