import type {EvalEpisode, EvalFailure, EvalFailures} from '#contract/generated/types'
import type {EvalSettings} from '../model/eval-settings.ts'
import type {Suite} from '../model/suite.ts'
import {trialKeyOf, trialKeyText} from '../model/trial-key.ts'
import {suiteCommand} from './suite-command.ts'
import {findTriage} from './triage.ts'

/** Every trial that is no success, with the command that runs it alone. */
export function collectFailures(episodes: readonly EvalEpisode[], settings: EvalSettings): EvalFailures {
  const failed = episodes.filter((episode) => !episode.success)
  return {schema_version: 1, failures: failed.map((episode) => failureOf(episode, settings))}
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
  if (tried !== undefined) return `${tried} holds`
  return suite?.expected ?? 'an answer that can be measured'
}

function commandOf(episode: EvalEpisode, key: string, settings: EvalSettings): string {
  const {seed, planner, maxModelEvals} = settings
  const {suite, words} = suiteCommand(episode, settings)
  if (suite.kind === 'fixtures') return `${words} --episode ${key}`
  // The plan must reach up to the trial; for cases every environment and case comes before the next episode.
  const n = suite.kind === 'contract' ? CASE_REACH * (episode.episode + 1) : episode.episode + 1
  const budget = maxModelEvals === undefined ? '' : ` --max-model-evals ${maxModelEvals}`
  if (suite.isPlaceless) return `${words} --n ${n} --seed ${seed} --episode ${key}`
  return `${words} --env ${episode.env} --n ${n} --seed ${seed} --planner ${planner}${budget} --episode ${key}`
}

/** More than the suite has cases, so that one round of them fits. */
const CASE_REACH = 32

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
