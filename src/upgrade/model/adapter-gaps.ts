import type {NodeTargetAdapter, NodeUpgradePlan} from '#contract/generated/types'
import {adapterArgv} from '#host/model/adapter-argv'
import {type HandAct, partOf} from './hands.ts'

type Planned = Pick<NodeUpgradePlan, 'from' | 'to'> & {readonly nodes: readonly unknown[]}

/** What programs of a target would do wrong in a plan, each in words: stop one unit for several nodes, or know no image of a release. */
export function adapterGaps(adapter: NodeTargetAdapter, acts: readonly HandAct[], plan: Planned): string[] {
  const all = acts.map((act) => ({act, argv: adapterArgv(adapter, partOf(act)) ?? ([] as string[])}))
  // Whose backup is looked at, its file says.
  const isBlind =
    plan.nodes.length > 1
      ? ({act, argv}: (typeof all)[number]) => act !== 'backup_verify' && !argv.includes('{node}')
      : () => false
  const blind = all.filter(isBlind)
  const isPictured = all.some(({argv}) => argv.includes('{image}'))
  const unknown = isPictured ? [plan.from, plan.to].filter((release) => adapter.images?.[release] === undefined) : []
  return [
    ...blind.map(({act}) => `${act} does not say which node it means: {node}`),
    ...unknown.map((release) => `images has none of ${release}`),
  ]
}
