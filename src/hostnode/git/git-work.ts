import {join} from 'node:path'
import type {BackendHost} from './backend-host.ts'
import {GitSlots} from './git-slots.ts'
import {PushGate} from './push-gate.ts'
import type {RunningChildren} from './running-children.ts'

/** Children that work at once, for each core. */
const CHILDREN_PER_CORE = 2
/** Further children, for each core, that may wait for bytes of their callers. */
const LENT_PER_CORE = 8
const MOST_WAITING = 64

/** State of serving git, shared by all requests. */
export interface GitWork {
  readonly host: BackendHost
  readonly slots: GitSlots
  readonly pushes: PushGate
  readonly children: RunningChildren
  /** Folders of our hooks, of files that name running children, and of push records by repository. */
  readonly places: {readonly hooks: string; readonly children: string; readonly records: string}
}

export function gitWork(dataDir: string, host: BackendHost, children: RunningChildren): GitWork {
  return {
    host,
    slots: new GitSlots(host.cores * CHILDREN_PER_CORE, MOST_WAITING, host.cores * LENT_PER_CORE),
    pushes: new PushGate(),
    children,
    places: {hooks: join(dataDir, 'hooks'), children: join(dataDir, 'children'), records: join(dataDir, 'pushes')},
  }
}
