import type {EvalEpisode} from '#contract/generated/types'
import type {Trial} from '#run/trial'
import {FAILURES} from './eval-files.ts'
import {failuresOf} from './failures.ts'
import type {EvalSettings} from './settings.ts'

/** A file of one JSON line an item. */
export async function writeLines(
  trial: Trial,
  {path, label}: {readonly path: string; readonly label: string},
  items: readonly unknown[],
): Promise<void> {
  const lines = await trial.lines(path, label, 'result')
  for (const item of items) lines.append(item)
  await lines.flush()
}

/** Every trial that failed, with the command that runs it alone. */
export async function writeFailures(
  trial: Trial,
  episodes: readonly EvalEpisode[],
  settings: EvalSettings,
): Promise<void> {
  const json = failuresOf(episodes, settings)
  await trial.write({path: FAILURES, label: 'failures', kind: 'result', content: {json}})
}
