import type {NodeCheckMode} from '#contract/generated/types'
import type {Option} from '#measurement/option'
import type {SharedRequest} from '#measurement/order'
import {BASELINE as SHARED_BASELINE} from '#measurement/shared-options'

/** What the caller of a check run gave; absent is not given. */
export interface NodeCheckRequest extends SharedRequest {
  readonly target?: string | undefined
  readonly mode?: NodeCheckMode | undefined
  /** Checks by id, whatever their mode. */
  readonly only?: readonly string[] | undefined
  readonly skip?: readonly string[] | undefined
  /** A run of `node baseline`: id, folder or a file in it. */
  readonly baseline?: string | undefined
  /** The release that was planned. */
  readonly to?: string | undefined
}

/** What the caller of a baseline gave. */
export interface NodeBaselineRequest extends SharedRequest {
  readonly target?: string | undefined
  readonly windowMs?: number | undefined
  /** Nobody writes between this and the check. */
  readonly isFenced?: boolean | undefined
}

const TARGET: Option = {
  flag: 'target',
  field: 'target',
  value: {type: 'file'},
  summary: 'Which nodes: a target file, YAML, TOML or JSON. Required.',
  said: 'A target file, relative to the current directory.',
}

export const NODE_CHECK_OPTIONS: readonly Option[] = [
  TARGET,
  {
    flag: 'mode',
    field: 'mode',
    value: {type: 'name', values: ['quick', 'standard', 'full']},
    summary: 'quick only looks, standard also tries what users do, full also provokes failures; standard by default.',
  },
  {
    flag: 'only',
    field: 'only',
    value: {type: 'names'},
    shown: 'CHECK',
    summary: 'Ask this check, whatever its mode. Repeatable.',
  },
  {flag: 'skip', field: 'skip', value: {type: 'names'}, shown: 'CHECK', summary: 'Leave this check out. Repeatable.'},
  {
    ...SHARED_BASELINE,
    summary: 'Run of node baseline to hold the nodes against: latest, its id, folder or a file in it.',
  },
  {
    flag: 'to',
    field: 'to',
    value: {type: 'text', most: 64},
    shown: 'RELEASE',
    summary: 'Release that the nodes must run, such as 1.2.0.',
  },
]

export const NODE_BASELINE_OPTIONS: readonly Option[] = [
  TARGET,
  {
    flag: 'window',
    field: 'windowMs',
    value: {type: 'duration'},
    shown: 'DURATION',
    job: 'window_ms',
    summary: 'How long requests are timed, such as 5m; 5m by default.',
  },
  {
    flag: 'fenced',
    field: 'isFenced',
    value: {type: 'switch'},
    summary: 'Nobody writes until the check: refs must then be equal, not only go forward.',
  },
]
