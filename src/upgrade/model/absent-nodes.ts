import type {NodeCheckRecord, NodeUpgradePlan} from '#contract/generated/types'
import {isRecord} from '#contract/is-record'
import type {UpgradeProgress} from './upgrade-progress.ts'

/** Nodes that an upgrade has not begun with: what becomes of them is not its doing. */
export const untouchedNodes = (
  {nodes}: Pick<NodeUpgradePlan, 'nodes'>,
  {begun}: Pick<UpgradeProgress, 'begun'>,
): string[] => nodes.map(({name}) => name).filter((name) => !begun.forth.has(`stop:${name}`))

/** Nodes that could not be asked, or whose part in the chain is switched off, by records of checks. */
export const silentIn = (records: readonly NodeCheckRecord[]): string[] =>
  records.flatMap(({id, nodes = [], observed}) =>
    nodes.flatMap(({name, status}) =>
      status === 'error' || (id === 'cons.status' && isOff(toldBy(observed, name))) ? [name] : [],
    ),
  )

/** Nodes that answered that they are not active in the chain, which may be the doing of others. */
export const idleIn = (records: readonly NodeCheckRecord[]): string[] =>
  records.flatMap(({id, nodes = [], observed}) => {
    const failed = id === 'cons.status' ? nodes.filter(({status}) => status === 'fail') : []
    return failed.map(({name}) => name).filter((name) => isIdle(toldBy(observed, name)))
  })

const toldBy = (observed: NodeCheckRecord['observed'], name: string): unknown =>
  isRecord(observed) ? observed[name] : undefined

/** Who answers in place of a node that is away says so. */
const isOff = (told: unknown): boolean =>
  isRecord(told) && (told['enabled'] === false || (typeof told['status'] === 'number' && told['status'] >= 500))

const isIdle = (told: unknown): boolean =>
  isRecord(told) && typeof told['state'] === 'string' && !PARTS.test(told['state'])

/** What `cons.status` takes for a part in it. */
const PARTS = /^(active|following|synced)$/

/** What waits for them: a node that was upgraded, one that is to be stopped on the way back, or one that was put back. */
export type AbsentFor = 'forth' | 'room' | 'back'

/** Why it waits, and what is to be done. */
export function toldOfAbsent(names: readonly string[], what: AbsentFor): string {
  const who = names.join(', ')
  const [are, them, stay] = names.length === 1 ? ['is', 'it', 'it stays'] : ['are', 'them', 'they stay']
  return `${who} ${are} away, and the upgrade did not touch ${them}${NEXT[what](who, stay)}`
}

const NEXT: Readonly<Record<AbsentFor, (who: string, stay: string) => string>> = {
  forth: (who) => `: nobody can tell whether the release has to do with that. Start ${who}, then go on`,
  room: (who, stay) =>
    `: one more would be too many, and it serves. Start ${who}, then put back once more; where ${stay} away, by node rollback with --accept-halt`,
  back: (who) => `. Start ${who}, then put back once more`,
}
