import type {DocumentPorts} from '#document/document-ports'
import type {Gate} from '#gate/gate-document'
import type {GateScope} from '#gate/gate-scope'
import {loadGate} from '#gate/load-gate'
import {absolutePath} from '#path/absolute-path'
import {type Clock, utcDay} from '#random/clock'
import {readBaseline} from '#run/read-baseline'
import type {EvalBaseline} from '../judge/baseline.ts'
import type {EvalRequest} from '../model/eval-options.ts'
import {recordedEvaluation} from '../recorded/recorded-side.ts'

/** What a caller names to judge by; paths are seen from `workingDirectory`. */
interface RuleOrder {
  readonly workingDirectory: string
  readonly request: Pick<EvalRequest, 'gate' | 'baseline'>
}

export interface RulePorts extends DocumentPorts {
  readonly clock: Pick<Clock, 'nowMs'>
}

/** The gate file and the baseline, where they were named. Throws `gate_invalid`, `file_*`, `document_*`, `run_live`. */
export async function loadRules(
  {request: {gate, baseline}, workingDirectory}: RuleOrder,
  {scope, workspace}: {readonly scope: GateScope; readonly workspace: string},
  {clock, reader, redactor}: RulePorts,
): Promise<{readonly gate: Gate | undefined; readonly baseline: EvalBaseline | undefined}> {
  const context = {scope, today: utcDay(clock.nowMs())}
  const place = {workspace, cwd: workingDirectory}
  return {
    gate:
      gate === undefined
        ? undefined
        : await loadGate(absolutePath(workingDirectory, gate), context, {reader, redactor}),
    baseline: baseline === undefined ? undefined : readBaseline(baseline, {place, reader}, recordedEvaluation),
  }
}
