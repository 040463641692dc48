import {isIdOf} from '../model/object-ids.ts'
import type {RefChange} from './refs.ts'

/** The refs that one push moved, as git told our hook. */
export interface PushRecord {
  /** Id of the push and of its first event: a push that is recorded already is not recorded again. */
  readonly id: string
  readonly userId: string
  readonly changes: readonly RefChange[]
}

/** Saves what git writes to its standard input; the file gets its final name only when complete. Source: githooks(5), post-receive. */
export const PUSH_HOOK = `#!/bin/sh
test -n "$HOSTNODE_PUSH_RECORD" || exit 0
cat >"$HOSTNODE_PUSH_RECORD.part" && mv "$HOSTNODE_PUSH_RECORD.part" "$HOSTNODE_PUSH_RECORD"
`

/** Asks the node, once all objects have come and before any ref moves, whether refs may move. Source: githooks(5), pre-receive. */
export const ROOM_HOOK = `#!/bin/sh
test -n "$HOSTNODE_PUSH_RECORD" || exit 0
echo ask >&3 && read -r answer <&3 && test "$answer" = yes && exit 0
echo "$answer: nothing was moved" >&2
exit 1
`

/** Name of a record; names sort by when the pushes began. */
export function pushRecordName(id: string, userId: string): string {
  return `${id}.${userId}`
}

/** Undefined if it is not one of our records, or is incomplete. */
export function parsePushRecord(name: string, text: string): PushRecord | undefined {
  const [id = '', userId = '', more] = name.split('.')
  if (more !== undefined || !isIdOf('evt', id) || !isIdOf('usr', userId)) return undefined
  const lines = text.split('\n').filter(Boolean)
  const changes = lines.map(changeOf).filter((one) => one !== undefined)
  return changes.length === lines.length ? {id, userId, changes} : undefined
}

function changeOf(line: string): RefChange | undefined {
  const [, before, after, ref] = /^([0-9a-f]{40}) ([0-9a-f]{40}) (refs\/.+)$/.exec(line) ?? []
  return before && after && ref ? {ref, before, after} : undefined
}
