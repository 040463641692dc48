import type {DocumentPorts} from '#document/document-ports'
import type {Gate} from '#gate/gate-document'
import type {GateScope} from '#gate/gate-scope'
import {absolutePath} from '#path/absolute-path'
import {utcDay} from '#random/clock'
import type {RecordedPlace} from '#run/read-recorded'
import type {ReadPorts} from '#run/read-run'
import type {EvalBaseline} from '../judge/baseline.ts'
import type {EvalRequest} from '../model/eval-options.ts'

/** What a caller names to judge by; paths are seen from `workingDirectory`. */
interface RuleOrder {
  readonly workingDirectory: string
  readonly request: Pick<EvalRequest, 'gate' | 'baseline'>
}

export type RulePorts = DocumentPorts & Pick<ReadPorts, 'clock'>

interface RulePlace {
  /** What a gate file may name. */
  readonly scope: () => GateScope | Promise<GateScope>
  readonly workspace: string
}

/** The gate file and the baseline, where they were named. Throws `gate_invalid`, `file_*`, `document_*`, `run_live`. */
export async function loadRules(
  {request: {gate, baseline}, workingDirectory}: RuleOrder,
  {scope, workspace}: RulePlace,
  ports: RulePorts,
): Promise<{readonly gate: Gate | undefined; readonly baseline: EvalBaseline | undefined}> {
  const place = {workspace, cwd: workingDirectory}
  return {
    gate: gate === undefined ? undefined : await loadGateFile(absolutePath(workingDirectory, gate), scope, ports),
    baseline: baseline === undefined ? undefined : await loadBaseline(baseline, place, ports),
  }
}

async function loadGateFile(path: string, scope: RulePlace['scope'], {clock, reader, redactor}: RulePorts) {
  const {loadGate} = await import('#gate/load-gate')
  return await loadGate(path, {scope: await scope(), today: utcDay(clock.nowMs())}, {reader, redactor})
}

async function loadBaseline(name: string, place: RecordedPlace, {reader}: RulePorts): Promise<EvalBaseline> {
  const [{readBaseline}, {recordedEvaluation}] = await Promise.all([
    import('#run/read-baseline'),
    import('../recorded/recorded-side.ts'),
  ])
  return readBaseline(name, {place, reader}, recordedEvaluation)
}
