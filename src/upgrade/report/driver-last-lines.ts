import type {NodeUpgradePlan, NodeUpgradeState} from '#contract/generated/types'
import type {Fact} from '#report/report'
import {toldOfFence} from '../model/fenced-nodes.ts'
import {type FoundNode, toldOfFound} from '../model/found-nodes.ts'
import {toldOfLoss} from '../model/moved-data.ts'
import {abortCommand, nextCommand} from '../model/next-command.ts'
import {type ReplacedData, toldOfReplaced} from '../model/replaced-data.ts'

/** Where an upgrade stands when its driver ends. */
export interface StandingUpgrade {
  readonly id: string
  readonly plan: Pick<NodeUpgradePlan, 'environment' | 'target' | 'strategy' | 'nodes'>
  readonly state: NodeUpgradeState
  /** Nodes that take no writes since. */
  readonly fenced: readonly string[]
  /** Nodes whose data the way back replaces by their backups. */
  readonly restorable: readonly string[]
  /** What the way back put aside. */
  readonly replaced: readonly ReplacedData[]
  /** How they stand where the way back failed. */
  readonly found: readonly FoundNode[]
}

/** The last lines of a driver; at the end the state and what is next. */
export function driverLastLines(standing: StandingUpgrade, argv: readonly string[]): Fact[] {
  const {state, fenced, restorable, replaced, found} = standing
  const back = abortCommand(standing, argv)
  return [
    ...toldOfFound(found).map((told) => ({label: 'Mind', value: `${told}; mend what failed, then give the last line`})),
    ...toldOfFence(fenced).map((told) => ({label: 'Mind', value: `${told} until that is done`})),
    ...toldOfLoss(restorable).map((told) => ({label: 'Mind', value: told})),
    ...toldOfReplaced(replaced).map((told) => ({label: 'Mind', value: told})),
    ...(back === null ? [] : [{label: 'To put back what was done', value: back}]),
    {label: `State ${state}, next`, value: nextCommand(standing, argv) ?? leftToDo(standing)},
  ]
}

/** What a release that was made final leaves to people; of a new node beside the old one, the target still names the old one. */
function leftToDo({plan, state}: Pick<StandingUpgrade, 'plan' | 'state'>): string {
  if (plan.strategy !== 'blue-green' || state !== 'finalised') return 'nothing is left to do'
  const names = plan.nodes.map(({name}) => name).join(', ')
  return `exchange base_url and green_url of ${names} in the target, with metrics_url and what the adapter works on: they name the old node, which was stopped`
}
