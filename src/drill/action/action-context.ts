import type {DrillPorts} from '../site/drill-ports.ts'
import type {GivenNodes} from '../site/open-given.ts'
import type {Site} from '../site/open-site.ts'

export type ActionArgs = Readonly<Record<string, unknown>>

/** Where an action works. */
export interface ActionContext {
  /** Folder of the site, absolute. */
  readonly folder: string
  /** Absent where whoever began the drill is gone: then only what is on disk can be put back, and its processes are ended. */
  readonly site: Site | undefined
  /** Nodes that are not the drill's, for who comes later. */
  readonly given?: GivenNodes | undefined
  readonly ports: DrillPorts
  readonly signal: AbortSignal
}

/** What an action came to; `noop` where nothing was to be done. */
export type ActionEnd = 'done' | 'noop'

/** Does it, and settles when it is done and was seen to be. Whatever it throws, it is not done. */
export type ActionWay = (args: ActionArgs, context: ActionContext) => Promise<ActionEnd>

export const textOf = (args: ActionArgs, key: string) => String(args[key] ?? '')

export function namesOf(args: ActionArgs, key: string): readonly string[] {
  const value = args[key]
  return Array.isArray(value) ? value.map(String) : []
}
