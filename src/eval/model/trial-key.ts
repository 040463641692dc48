import type {EvalEpisode} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'

/** Names one trial: `eval:<suite>:<environment>:<stratum or case>:<episode>`. The same in every run, whatever its size. */
export interface TrialKey {
  readonly suite: string
  readonly env: string
  readonly part: string
  readonly episode: number
}

const SHAPE = /^eval:([a-z0-9-]+):([a-z0-9-]+):([a-z0-9-]+):([0-9]{1,9})$/

/** Throws `usage` for text of another shape. */
export function parseTrialKey(text: string): TrialKey {
  const [, suite, env, part, episode] = SHAPE.exec(text) ?? []
  if (suite === undefined || env === undefined || part === undefined) {
    throw new AssayError('usage', '--episode is not the key of a trial', {
      hint: 'Write it as in eval:closed-loop:two-room:cross:3; results/failures.json lists such keys.',
    })
  }
  return {suite, env, part, episode: Number(episode)}
}

export function trialKeyOf(episode: EvalEpisode): TrialKey {
  return {suite: episode.suite, env: episode.env, part: episode.case ?? episode.stratum, episode: episode.episode}
}

export function trialKeyText({suite, env, part, episode}: TrialKey): string {
  return `eval:${suite}:${env}:${part}:${episode}`
}
