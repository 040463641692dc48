import type {NodeUpgradePlan} from '#contract/generated/types'
import type {UpgradeProgress} from './upgrade-progress.ts'

export type BackAct =
  | 'switch_back'
  | 'green_remove'
  | 'room'
  | 'stop'
  | 'restore_data'
  | 'restore_program'
  | 'start'
  | 'ready'
  | 'synced'
  | 'unfence'
  | 'check'

/** One step of a rollback; its id is that of its act and node. */
export interface BackStep {
  readonly id: string
  readonly act: BackAct
  readonly node: string
}

/**
 * What puts everything back, told by what was begun: the node that was touched last comes first, and all of them are checked at the end. Data are restored where
 * the new release may have changed them, by its plan or by what was seen of the node, and only there: what was written since the backup is lost with that.
 */
export function backSteps(plan: NodeUpgradePlan, {begun, moved}: Pick<UpgradeProgress, 'begun' | 'moved'>): BackStep[] {
  const was = (act: string, node: string) => begun.forth.has(`${act}:${node}`)
  if (plan.strategy === 'blue-green') return besideBack(plan, was)
  const names = plan.nodes.map(({name}) => name).toReversed()
  const validators = new Set(plan.nodes.filter(({validator}) => validator).map(({name}) => name))
  const touched = names.filter((name) => was('stop', name))
  // Where everything stood still, nothing starts before all of it is what it was.
  const isHalted = plan.strategy === 'major'
  const paced = (node: string, act: BackAct) => (!isHalted && validators.has(node) ? [act] : [])
  const step = (act: BackAct, node: string): BackStep => ({id: `${act}:${node}`, act, node})
  const each = touched.map((node) => {
    const isPlanned = plan.data_change !== 'none' && (was('start', node) || was('migrate', node))
    const isMoved = isPlanned || moved.has(node)
    const down: BackAct[] = [
      ...paced(node, 'room'),
      'stop',
      ...(isMoved ? ['restore_data' as const] : []),
      ...(was('install', node) ? ['restore_program' as const] : []),
    ]
    const up: BackAct[] = ['start', ...(isHalted ? [] : ['ready' as const]), ...paced(node, 'synced')]
    return {down: down.map((act) => step(act, node)), up: up.map((act) => step(act, node))}
  })
  return [
    ...(isHalted
      ? [
          ...each.flatMap(({down}) => down),
          ...each.flatMap(({up}) => up),
          ...touched.map((node) => step('ready', node)),
        ]
      : each.flatMap(({down, up}) => [...down, ...up])),
    ...names.filter((name) => was('fence', name)).map((node) => step('unfence', node)),
    ...touched.map((node) => step('check', node)),
  ]
}

/** The old node was never touched: users are led back to it, and it takes writes again before the new one is cleared away, which may fail or last. */
function besideBack({nodes}: NodeUpgradePlan, was: (act: string, node: string) => boolean): BackStep[] {
  return nodes.flatMap(({name}) => {
    const acts: BackAct[] = [
      ...(was('switch', name) ? ['switch_back' as const] : []),
      ...(was('fence', name) ? ['unfence' as const] : []),
      ...(was('green_create', name) ? ['green_remove' as const] : []),
      'ready',
      // Before that nothing was taken down that it could be held against, and nothing but the fence was changed.
      ...(was('backup', name) || was('green_create', name) ? ['check' as const] : []),
    ]
    return acts.map((act) => ({id: `${act}:${name}`, act, node: name}))
  })
}
