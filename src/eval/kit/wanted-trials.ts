import type {EvalSettings} from '../model/eval-settings.ts'
import type {Suite} from '../model/suite.ts'

/** Numbers of the trials to run of one suite, in one environment and of one kind: all, or the one that was asked for, if it is there. */
export function wantedTrials(
  {only, trialsOf}: Pick<EvalSettings, 'only' | 'trialsOf'>,
  suite: Suite,
  {env, part}: {readonly env: string; readonly part: string},
): number[] {
  const all = Array.from({length: trialsOf(suite)}, (_, trial) => trial)
  if (!only) return all
  return all.filter((trial) => only.env === env && only.part === part && only.episode === trial)
}
