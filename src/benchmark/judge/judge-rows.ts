import type {BenchmarkTiming, GateDocument} from '#contract/generated/types'
import {isEffect} from '#gate/effect'
import type {Gate} from '#gate/gate-document'
import {writeRule} from '#gate/gate-rule'
import {type GateJudgement, judgeGate} from '#gate/judge-gate'
import type {Rule} from '#gate/rule'
import type {Versus} from '#gate/standing'
import {benchmarkBaselineOutcome, benchmarkBaselineRules, type Held, machineCaveats} from './baseline.ts'
import {benchmarkVersus} from './benchmark-versus.ts'
import {rowMeasurements} from './gate-rows.ts'

interface Asked {
  readonly gate?: Gate | undefined
  readonly settings: {readonly thresholds: readonly Rule[]}
  /** See `JudgeOptions`. */
  readonly isNeedUncorrected?: boolean | undefined
  /** Chances as earlier versions told them, which took few processes for many. */
  readonly areTailsNormal?: boolean | undefined
}

/** Judges the rules of the gate file and of the command line, and those of a baseline; no rules if none of these is given. */
export function judgeRows(asked: Asked, timing: BenchmarkTiming, held: Held): GateJudgement {
  const {gate, settings, isNeedUncorrected, areTailsNormal = false} = asked
  const isOwn = gate !== undefined || settings.thresholds.length > 0
  const usual = held.baseline && !isOwn ? benchmarkBaselineRules(timing.rows) : []
  const rows = timing.rows.flatMap(rowMeasurements)
  const versus = areTailsNormal ? withoutTails(benchmarkVersus(timing, held)) : benchmarkVersus(timing, held)
  const further = [...usual, ...settings.thresholds]
  const {rules, caveats} = judgeGate(gate, further, rows, {versus, isNeedUncorrected})
  return {rules: [...benchmarkBaselineOutcome(held), ...rules], caveats: [...caveats, ...machineCaveats(held)]}
}

function withoutTails(versus: Versus): Versus {
  const effect: Versus['effect'] = (rule, row) => {
    const found = versus.effect(rule, row)
    if (!isEffect(found)) return found
    const {pAt: _, ...rest} = found
    return rest
  }
  return {...versus, effect}
}

/** The gate file's rules with the thresholds of the command line, as a gate file would write them; undefined without any. */
export function benchmarkGateDocument({gate, settings}: Asked): GateDocument | undefined {
  const further = settings.thresholds.map(writeRule)
  if (gate) return {...gate.document, rules: [...gate.document.rules, ...further]}
  return further.length > 0 ? {schema_version: 1, kind: 'gate', rules: further} : undefined
}
