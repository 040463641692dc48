import type {NodeUpgradePlan, NodeUpgradeStep} from '#contract/generated/types'

type Act = NodeUpgradeStep['act']
type Phase = NodeUpgradeStep['phase']

/** What decides which steps there are. */
export interface StepsWish {
  readonly strategy: NodeUpgradePlan['strategy']
  readonly nodes: readonly {readonly name: string; readonly validator: boolean}[]
  readonly drains: boolean
  readonly migrates: boolean
  readonly isObserved: boolean
}

/** What a rollback does about an act. */
const INVERSES: Partial<Record<Act, string>> = {
  fence: 'writes are let in again',
  stop: 'the node is started again',
  green_create: 'the new node is taken away',
  switch: 'users are led back to the old node; what was written at the new one is lost',
  install: 'the program of the release before is installed again',
  migrate: 'the backup is restored',
  start: 'the node is stopped, and the backup restored where the data were migrated',
}

/** All steps in their order. Those of phase `node` come once for each node; who is next may be decided when it is time. */
export function planSteps(wish: StepsWish): NodeUpgradeStep[] {
  if (wish.strategy === 'blue-green') return besideSteps(wish)
  return wish.strategy === 'major' ? majorSteps(wish) : steadySteps(wish)
}

function steadySteps({nodes, drains, isObserved, strategy}: StepsWish): NodeUpgradeStep[] {
  const each = nodes.flatMap(({name, validator}) => [
    ...(validator ? [step('hand_over', name, 'node')] : []),
    ...(drains ? [step('drain', name, 'node')] : []),
    step('stop', name, 'node'),
    step('install', name, 'node'),
    step('start', name, 'node'),
    ...arrived(name, validator),
    ...(strategy === 'canary' && name === nodes[0]?.name && isObserved ? [step('observe', name, 'node')] : []),
  ])
  return [
    step('preflight', null, 'prepare'),
    ...nodes.map(({name}) => step('baseline', name, 'prepare')),
    ...nodes.map(({name}) => step('backup', name, 'prepare')),
    ...each,
    step('agree', null, 'close'),
    ...(isObserved ? [step('observe', null, 'close')] : []),
  ]
}

/** The new node is made of the backup of the old one, which takes no writes from then on and stays as it is. */
function besideSteps({nodes, isObserved}: StepsWish): NodeUpgradeStep[] {
  const acts = (phase: Phase, ...all: Act[]) => nodes.flatMap(({name}) => all.map((act) => step(act, name, phase)))
  return [
    step('preflight', null, 'prepare'),
    ...acts('prepare', 'fence', 'baseline', 'backup'),
    ...acts('node', 'green_create', 'green_start', 'ready', 'check', 'stable', 'switch', 'public'),
    ...acts('close', 'unfence'),
    step('agree', null, 'close'),
    ...(isObserved ? [step('observe', null, 'close')] : []),
  ]
}

/** Everything stands still: the data are moved for all nodes before the first one starts. */
function majorSteps({nodes, migrates, isObserved}: StepsWish): NodeUpgradeStep[] {
  const all = (act: Act) => nodes.map(({name}) => step(act, name, 'prepare'))
  return [
    step('preflight', null, 'prepare'),
    ...all('fence'),
    ...all('baseline'),
    ...all('backup'),
    ...all('stop'),
    ...all('install'),
    ...(migrates ? [...all('migrate'), ...all('verify')] : []),
    // Validators alone make no block: all start before one is waited for.
    ...(nodes.some(({validator}) => validator) ? all('start') : []),
    ...nodes.flatMap(({name, validator}) => [
      ...(validator ? [] : [step('start', name, 'node')]),
      ...arrived(name, validator),
    ]),
    ...nodes.map(({name}) => step('unfence', name, 'close')),
    step('agree', null, 'close'),
    ...(isObserved ? [step('observe', null, 'close')] : []),
  ]
}

const arrived = (name: string, validator: boolean): NodeUpgradeStep[] => [
  step('ready', name, 'node'),
  ...(validator ? [step('synced', name, 'node')] : []),
  step('check', name, 'node'),
  step('stable', name, 'node'),
]

function step(act: Act, node: string | null, phase: Phase): NodeUpgradeStep {
  return {id: node === null ? act : `${act}:${node}`, act, node, phase, inverse: INVERSES[act] ?? null}
}
