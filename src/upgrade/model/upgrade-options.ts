import type {NodeUpgradePlan} from '#contract/generated/types'
import type {Option} from '#measurement/option'
import type {SharedRequest} from '#measurement/order'

/** What the caller of an upgrade gave; absent is not given. */
export interface UpgradeRequest extends SharedRequest {
  readonly target?: string | undefined
  readonly to?: string | undefined
  readonly strategy?: NodeUpgradePlan['strategy'] | undefined
  readonly release?: string | undefined
  readonly windowMs?: number | undefined
  readonly isUntimed?: boolean | undefined
  readonly observeMs?: number | undefined
  readonly trafficWindowMs?: number | undefined
  readonly stableMs?: number | undefined
  readonly acceptsHalt?: boolean | undefined
  readonly maxParallel?: number | undefined
  /** A plan that was kept: the result of `node plan`, or the plan in it. */
  readonly plan?: string | undefined
  readonly applies?: boolean | undefined
  readonly confirm?: string | undefined
  /** Upgrades that were begun, by the id of the run that did, or `latest`. */
  readonly resume?: string | undefined
  readonly abort?: string | undefined
  readonly finalise?: string | undefined
  /** Nodes of this driver, after which it pauses. */
  readonly pauseAfter?: number | undefined
  /** What people may have changed of nodes that were done is not asked again. */
  readonly acceptsChanges?: boolean | undefined
}

export const TARGET_OPTION: Option = {
  flag: 'target',
  field: 'target',
  value: {type: 'file'},
  summary: 'Which nodes: a target file, YAML, TOML or JSON. Required.',
}

/** What decides a plan. */
export const PLAN_OPTIONS: readonly Option[] = [
  TARGET_OPTION,
  {
    flag: 'to',
    field: 'to',
    value: {type: 'text', most: 64},
    shown: 'RELEASE',
    summary: 'Release to go to, such as 1.2.0.',
  },
  {
    flag: 'strategy',
    field: 'strategy',
    value: {type: 'name', values: ['in-place', 'rolling', 'blue-green', 'canary', 'validators', 'major']},
    summary: 'How the nodes follow each other; what fits them and the release by default.',
  },
  {
    flag: 'release',
    field: 'release',
    value: {type: 'text', most: 100},
    shown: 'NAME',
    summary: 'Name of the program of the release, with adapter embedded; what --to says by default.',
  },
  {
    flag: 'window',
    field: 'windowMs',
    value: {type: 'duration'},
    job: 'window_ms',
    shown: 'DURATION',
    group: 'size',
    summary: 'How long requests are timed before, and after each node; 60s by default.',
  },
  {
    flag: 'no-window',
    field: 'isUntimed',
    value: {type: 'switch'},
    group: 'size',
    summary: 'Time no requests: errors and slowness of the new release are not looked for.',
    excludes: [{flag: 'window'}],
  },
  {
    flag: 'observe',
    field: 'observeMs',
    value: {type: 'duration'},
    job: 'observe_ms',
    shown: 'DURATION',
    group: 'size',
    summary:
      'How long all is watched at the end, and a canary before the others; not at all by default, 1h for a canary.',
  },
  {
    flag: 'traffic-window',
    field: 'trafficWindowMs',
    value: {type: 'duration'},
    shown: 'DURATION',
    group: 'size',
    summary:
      'How long what users ask of a canary is counted before it is held against the other nodes; 60s by default.',
  },
  {
    flag: 'stable',
    field: 'stableMs',
    value: {type: 'duration'},
    job: 'stable_ms',
    shown: 'DURATION',
    group: 'size',
    summary: 'How long a node must stay well before the next one; 30s by default.',
  },
  {
    flag: 'accept-halt',
    field: 'acceptsHalt',
    value: {type: 'switch'},
    summary: 'Validators whose chain stands still while one of them is upgraded are meant.',
  },
  {
    flag: 'max-parallel',
    field: 'maxParallel',
    value: {type: 'whole', min: 1, max: 64},
    shown: 'N',
    group: 'size',
    summary: 'How many validators are upgraded at once, never more than may be away; 1 by default.',
  },
]

const BEGUN = ['resume', 'abort', 'finalise'] as const

/** Whether a command line names an upgrade that was begun. */
export const isGoingOn = (argv: readonly string[]): boolean =>
  argv.some((word) => BEGUN.some((flag) => word === `--${flag}` || word.startsWith(`--${flag}=`)))

/** Flags that say what is planned. */
const WISHED = PLAN_OPTIONS.map(({flag}) => flag).filter((flag) => flag !== 'target')
const PLANNING = [...WISHED, 'plan', 'apply', 'confirm']
const excluding = (flags: readonly string[]) => flags.map((flag) => ({flag}))
const goesOn = (own: (typeof BEGUN)[number]) => excluding([...PLANNING, ...BEGUN.slice(BEGUN.indexOf(own) + 1)])
const isOver = (own: (typeof BEGUN)[number]) => [...goesOn(own), {flag: 'pause-after'}]

export const UPGRADE_OPTIONS: readonly Option[] = [
  ...PLAN_OPTIONS,
  {
    flag: 'plan',
    field: 'plan',
    value: {type: 'file'},
    summary: 'Carry out this plan and no other: JSON of node plan.',
    excludes: excluding(WISHED),
  },
  {
    flag: 'apply',
    field: 'applies',
    value: {type: 'switch'},
    summary: 'Do it; without, the plan is shown and nothing is done.',
  },
  {
    flag: 'pause-after',
    field: 'pauseAfter',
    value: {type: 'whole', min: 1, max: 64},
    shown: 'N',
    summary: 'Pause when so many nodes were upgraded by this call, and others are left; --resume goes on.',
  },
  {
    flag: 'confirm',
    field: 'confirm',
    value: {type: 'text', most: 64},
    shown: 'ALIAS',
    summary: 'The alias of the target, for one whose environment is production.',
  },
  {
    flag: 'resume',
    field: 'resume',
    names: 'run',
    value: {type: 'text', most: 64},
    shown: 'RUN',
    summary: 'Go on with an upgrade that was paused, or whose driver is gone: the run that began it, or latest.',
    excludes: goesOn('resume'),
  },
  {
    flag: 'abort',
    field: 'abort',
    names: 'run',
    value: {type: 'text', most: 64},
    shown: 'RUN',
    summary: 'Put back what an upgrade did that is not over.',
    excludes: isOver('abort'),
  },
  {
    flag: 'finalise',
    field: 'finalise',
    names: 'run',
    value: {type: 'text', most: 64},
    shown: 'RUN',
    summary: 'Say that there is no way back from an upgrade that is done.',
    excludes: isOver('finalise'),
  },
  {
    flag: 'accept-changes',
    field: 'acceptsChanges',
    value: {type: 'switch'},
    summary:
      'With --resume or --finalise: repositories, refs, accounts or configuration of nodes that were done may differ, for people changed them.',
    excludes: excluding([...PLANNING, 'abort']),
  },
]

export const ROLLBACK_OPTIONS: readonly Option[] = [
  TARGET_OPTION,
  {
    flag: 'run',
    field: 'abort',
    names: 'run',
    value: {type: 'text', most: 64},
    shown: 'RUN',
    summary: 'The upgrade: the run that began it, or latest, which it is by default.',
  },
  {
    flag: 'apply',
    field: 'applies',
    value: {type: 'switch'},
    summary: 'Do it; without, what would be put back is shown and nothing is done.',
  },
  {
    flag: 'accept-halt',
    field: 'acceptsHalt',
    value: {type: 'switch'},
    summary: 'Validators that are away are not waited for: that the chain stands still meanwhile is meant.',
  },
  ...UPGRADE_OPTIONS.filter(({flag}) => flag === 'confirm'),
]
