import type {Baseline} from '#run/baseline'
import {VERDICT} from '#run/layout'
import {type RecordedRun, readUnlessDamaged} from '#run/read-recorded'
import type {AuditSubject} from './audit.ts'
import {readJson} from './recorded-facts.ts'

/** The baseline of a run as it was when the run was compared with it; `elsewhere` if that is not available. */
export function baselineIn<Side>(
  {run, parent}: AuditSubject,
  sideOf: (run: RecordedRun) => Side,
): Baseline<Side> | undefined | 'elsewhere' {
  const told = run.manifest.parents.find(({relation}) => relation === 'baseline')
  if (!told) return namesBaseline(run) ? {kind: 'missing'} : undefined
  const found = parent(told.run_id)
  if (!found || found.manifestSha256 !== told.manifest_sha256 || found.damaged.length > 0) return 'elsewhere'
  const side = readUnlessDamaged(found, sideOf)
  return side === undefined ? 'elsewhere' : {kind: 'found', side, parent: told, damaged: []}
}

/** Whether the run was given a baseline. One that was not found is no parent, but the command line still names it. */
function namesBaseline({manifest, text}: RecordedRun): boolean {
  const verdict = readJson(text(VERDICT)) as {rules?: {id?: unknown}[]} | undefined
  const hasRule = verdict?.rules?.some(({id}) => id === 'baseline') ?? false
  return hasRule || manifest.command_argv.some((word) => word === '--baseline' || word.startsWith('--baseline='))
}
