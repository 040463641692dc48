import {mkdirSync, readdirSync, statSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import type {RunsVerifyResult} from '#contract/generated/types'
import {type BundleRequest, publishRun} from '#evidence/publish/bundle-run'
import {checkBundle} from '#evidence/verify/verify-bundle'
import type {RunPorts} from '#run/ports'
import type {RunRecorder} from '#run/run-recorder'
import {outcome, runRig} from './run-rig.ts'

/** What a child process leaves in its folder: name to content. */
export type ChildFiles = Readonly<Record<string, string | Uint8Array>>

/** A workspace whose runs can be bundled and verified; `run` conducts one in which a child leaves files. */
export function evidenceRig(over: Partial<RunPorts> = {}) {
  const rig = runRig(over)
  const signal = new AbortController().signal
  const run = (children: ChildFiles = {}, state: 'pass' | 'fail' | 'skipped' = 'pass') =>
    rig.conduct(async (trial: RunRecorder) => {
      await trial.steps.start({stepId: 'physics', operation: 'predict', provider: 'mock'})
      await trial.steps.finish('physics', {status: state === 'pass' ? 'success' : 'failed', durationMs: 3})
      const folder = join(rig.path, 'runs', trial.runId, 'artifacts')
      for (const [name, content] of Object.entries(children)) {
        mkdirSync(dirname(join(folder, name)), {recursive: true})
        writeFileSync(join(folder, name), content)
      }
      return outcome(state)
    })
  const bundle = (request: Partial<BundleRequest> & Pick<BundleRequest, 'runId'>) =>
    publishRun({workspace: rig.path, redact: false, strict: false, replace: false, ...request}, rig.ports, signal)
  const folderOf = (runId: string) => join(rig.path, 'issue-bundles', runId)
  const verify = (path: string): Promise<RunsVerifyResult> => checkBundle({path, requireSignature: false}, rig.ports)
  return {...rig, run, bundle, verify, folderOf}
}

/** Every regular file below a folder, relative, sorted. */
export function filesIn(folder: string): string[] {
  const names = readdirSync(folder, {recursive: true, encoding: 'utf8'})
  return names.filter((name) => statSync(join(folder, name)).isFile()).sort()
}

export function badChecks(result: RunsVerifyResult): string[] {
  return result.checks.flatMap(({name, ok}) => (ok ? [] : [name]))
}
