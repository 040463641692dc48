import type {NodeStepChecks} from '#contract/generated/types'
import type {AskedChecks} from '../model/asked-checks.ts'
import {stepChecksFile, stepLogFile} from '../model/step-files.ts'
import type {UpgradeWork} from './upgrade-work.ts'

/** How a step ended that may have asked checks. */
type EndedStep = Pick<NodeStepChecks, 'step' | 'when' | 'node' | 'state' | 'detail'>

/** Keeps what a step asked with the run: a document, and a log of each check that called programs. The files, for the trace; none where nothing was asked. */
export async function keepChecks(
  {trial, kept}: Pick<UpgradeWork, 'trial' | 'kept'>,
  asked: AskedChecks,
  ended: EndedStep,
): Promise<string[]> {
  const {step} = ended
  if (asked.records.length === 0) return []
  const logged = asked.records.map(({id}) => ({id, text: asked.logOf(id)}))
  const logs = logged.flatMap(({id, text}) => (text === undefined ? [] : [{path: stepLogFile(step, id), text}]))
  const checks = asked.records.map((record) => {
    const path = stepLogFile(step, record.id)
    return {...record, artifacts: logs.filter((log) => log.path === path).map((log) => log.path)}
  })
  const document: NodeStepChecks = {schema_version: 1, ...ended, checks, documents: asked.documents}
  const file = stepChecksFile(step)
  // Called by their number: an id may have a word in it that is a secret's elsewhere.
  const number = kept.push({file, document})
  for (const [at, {path, text}] of logs.entries())
    await trial.write({path, label: `step-${number}-log-${at + 1}`, kind: 'log', origin: 'child', content: {text}})
  await trial.write({path: file, label: `step-${number}-checks`, kind: 'result', content: {json: document}})
  return [file, ...logs.map(({path}) => path)]
}
