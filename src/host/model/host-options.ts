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
  readonly isRolledBack?: boolean | undefined
  readonly isSweeping?: boolean | undefined
  readonly olderThanMs?: number | undefined
  /** For the mode observe: its duration, and the time between two rounds. */
  readonly forMs?: number | undefined
  readonly everyMs?: number | undefined
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
    value: {type: 'name', values: ['quick', 'standard', 'full', 'observe']},
    summary:
      'quick only looks, standard also tries what users do, full also provokes failures, observe looks again and again; standard by default.',
  },
  {
    flag: 'only',
    field: 'only',
    names: 'check',
    value: {type: 'names'},
    shown: 'CHECK',
    summary: 'Ask this check, whatever its mode. Repeatable.',
  },
  {
    flag: 'skip',
    field: 'skip',
    names: 'check',
    value: {type: 'names'},
    shown: 'CHECK',
    summary: 'Leave this check out. Repeatable.',
  },
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
  {
    flag: 'rolled-back',
    field: 'isRolledBack',
    value: {type: 'switch'},
    group: 'trial',
    summary: 'The nodes were brought back to what --baseline says: releases, schemas and data must be those again.',
  },
  {
    flag: 'for',
    field: 'forMs',
    value: {type: 'duration'},
    shown: 'DURATION',
    job: 'for_ms',
    group: 'size',
    summary: 'How long mode observe looks, such as 10m; 10m by default.',
  },
  {
    flag: 'every',
    field: 'everyMs',
    value: {type: 'duration'},
    shown: 'DURATION',
    job: 'every_ms',
    group: 'size',
    summary: 'How long from one look of mode observe to the next, such as 15s; 15s by default.',
  },
  {
    flag: 'sweep',
    field: 'isSweeping',
    value: {type: 'switch'},
    group: 'trial',
    summary: 'Remove what checks of runs that are over left on the service.',
  },
  {
    flag: 'older-than',
    field: 'olderThanMs',
    value: {type: 'duration'},
    shown: 'DURATION',
    job: 'older_than_ms',
    group: 'trial',
    summary: 'With --sweep: how old it must be, such as 1h; 1h by default, 10m at least.',
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
