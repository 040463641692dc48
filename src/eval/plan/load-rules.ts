import type {DocumentPorts} from '#document/document-ports'
import type {Gate} from '#gate/gate-document'
import type {GateScope} from '#gate/gate-scope'
import {absolutePath} from '#path/absolute-path'
import {utcDay} from '#random/clock'
import type {ReadPorts} from '#run/read-run'
import type {EvalBaseline} from '../judge/baseline.ts'
import type {EvalRequest} from '../model/eval-options.ts'

/** What a caller names to judge by; paths are seen from `workingDirectory`. */
interface RuleOrder {
  readonly workingDirectory: string
  readonly request: Pick<EvalRequest, 'gate' | 'baseline'>
}

export type RulePorts = DocumentPorts & Pick<ReadPorts, 'clock'>

/** The gate file, where one was named; `scope`: what it may name. Throws `gate_invalid`, `file_*`, `document_*`. */
export async function loadGateFile(
  {request: {gate}, workingDirectory}: RuleOrder,
  scope: () => GateScope | Promise<GateScope>,
  {clock, reader, redactor}: RulePorts,
): Promise<Gate | undefined> {
  if (gate === undefined) return undefined
  const {loadGate} = await import('#gate/load-gate')
  const context = {scope: await scope(), today: utcDay(clock.nowMs())}
  return await loadGate(absolutePath(workingDirectory, gate), context, {reader, redactor})
}

/** The baseline, where one was named. Throws `file_*`, `document_*`, `run_live`. */
export async function loadBaseline(
  {request: {baseline}, workingDirectory}: RuleOrder,
  workspace: string,
  {reader}: Pick<RulePorts, 'reader'>,
): Promise<EvalBaseline | undefined> {
  if (baseline === undefined) return undefined
  const [{readBaseline}, {recordedEvaluation}] = await Promise.all([
    import('#run/read-baseline'),
    import('../recorded/recorded-side.ts'),
  ])
  return readBaseline(baseline, {place: {workspace, cwd: workingDirectory}, reader}, recordedEvaluation)
}
