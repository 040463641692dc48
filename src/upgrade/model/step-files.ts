import type {NodeStepChecks, NodeStepTime, NodeUpgradeChecks, NodeUpgradeStep} from '#contract/generated/types'

/** What a step asked, and where the run keeps it. */
export interface KeptStep {
  readonly file: string
  readonly document: NodeStepChecks
}

/** Where a run keeps what a step of an upgrade asked; a step is called as in the trace. */
export const stepChecksFile = (step: string): string => `results/steps/${fileStem(step)}.json`

/** And what programs printed for one of its checks. */
export const stepLogFile = (step: string, check: string): string => `logs/steps/${fileStem(step)}/${check}.txt`

/** And a line of each of its looks, where it asks again and again. */
export const stepSeriesFile = (act: string, node: string): string =>
  `results/steps/${node === '' ? act : `${act}-${node}`}.ndjson`

const fileStem = (step: string) => step.replaceAll(':', '-')

/** When a step is, for whoever looks for what was asked then. */
export const stepTime = ({phase}: Pick<NodeUpgradeStep, 'phase'>): NodeStepTime => TIMES[phase]

const TIMES: Readonly<Record<NodeUpgradeStep['phase'], NodeStepTime>> = {prepare: 'before', node: 'node', close: 'end'}

/** What a step asked, in a result. */
export const toldStep = ({file, document: {step, when, node, state, checks}}: KeptStep): NodeUpgradeChecks => ({
  step,
  when,
  node,
  state,
  checks: checks.map(({id, status, reason}) => ({id, status, reason})),
  file,
})
