import type {RuleOutcome} from '#contract/generated/types'
import type {Gate} from './gate-document.ts'
import type {Measurement, Rule} from './rule.ts'
import {type JudgeOptions, judgeRules} from './rule-outcome.ts'
import {applyWaivers, waiverCaveats} from './waiver.ts'

/** What the rules of a gate came to, waivers applied, and what to say about it. */
export interface GateJudgement {
  readonly rules: readonly RuleOutcome[]
  readonly caveats: readonly string[]
}

/** Rules of a gate file, and further ones, held against rows as one family. Without a file only the further ones. */
export function judgeGate(
  gate: Gate | undefined,
  further: readonly Rule[],
  rows: readonly Measurement[],
  options: Omit<JudgeOptions, 'policy'> = {},
): GateJudgement {
  const judged = judgeRules([...(gate?.rules ?? []), ...further], rows, {...options, policy: gate?.policy})
  if (!gate) return {rules: judged, caveats: []}
  const rules = applyWaivers(judged, gate.waivers, gate.today)
  const others = gate.elsewhere.length
  return {
    rules,
    caveats: [
      ...waiverCaveats(rules),
      ...(others > 0 ? [`${others} ${others === 1 ? 'rule' : 'rules'} of the gate speak of another kind of run`] : []),
    ],
  }
}
