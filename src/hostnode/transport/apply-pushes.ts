import {join} from 'node:path'
import type {Files} from '#path/files'
import {makeFolders} from '#path/make-folders'
import {writeAtomic} from '#path/write-atomic'
import type {Entropy} from '#random/entropy'
import {sleep} from '#random/timers'
import type {Redactor} from '#redact/redactor'
import type {NodeContext} from '../context/context.ts'
import {bootName, type ChildName, parseChildName} from '../git/child-names.ts'
import {PUSH_HOOK, ROOM_HOOK} from '../git/push-records.ts'
import {removeLeftovers} from '../git/remove-leftovers.ts'
import {nodeFact, setNodeFact} from '../store/facts-table.ts'
import {activeRepository, activeRepositoryIds} from '../store/repositories-table.ts'
import {recordPushes} from './record-pushes.ts'

const LOOK_AGAIN_MS = 10
const MOST_LOOKS = 300
const AT_ONCE = 4

const HOOKS = {'pre-receive': ROOM_HOOK, 'post-receive': PUSH_HOOK}

/** What writing our hooks takes. */
interface HookPorts {
  readonly files: Files
  readonly entropy: Entropy
  readonly redactor: Redactor
}

/**
 * Ends what a crash left of git: children that outlived the node, locks and halves they leave, and pushes whose events nobody recorded. After an end that was
 * orderly there is none of it. Throws `node_git`, and what the disk and the store say.
 */
export async function applyPushes(context: NodeContext, ports: HookPorts): Promise<void> {
  const {gitWork, repositories, store, log} = context
  const {places} = gitWork
  const {files} = repositories
  for (const folder of [places.hooks, places.children, places.records]) await makeFolders(folder, files.directories)
  for (const [name, text] of Object.entries(HOOKS)) {
    const hook = ports.redactor.bytes(new TextEncoder().encode(text))
    await writeAtomic(join(places.hooks, name), hook, ports, {program: true})
  }
  const ended = await endChildren(context)
  if (nodeFact(store, 'serving') === 'yes') {
    const removed = await mendRepositories(activeRepositoryIds(store), context)
    log.write('warn', 'git was looked through after a crash', {children: ended, leftovers: removed})
  }
  store.transaction(() => setNodeFact(store, 'serving', 'yes'))
}

/** An end after which the next start need not look, if every push is recorded. */
export function noteOrderlyEnd({store, gitWork, log}: Pick<NodeContext, 'store' | 'gitWork' | 'log'>): void {
  if (gitWork.pushes.doubtful().length > 0) return
  try {
    store.transaction(() => setNodeFact(store, 'serving', 'no'))
  } catch (error) {
    log.failure('the end was not noted: the next start looks through all repositories', error)
  }
}

/** Ends the groups of children that are still those of their files. */
async function endChildren(context: NodeContext): Promise<number> {
  const {places, host} = context.gitWork
  const {reader, writer} = context.repositories.files
  let ended = 0
  for (const {name} of reader.list(places.children)) {
    const child = parseChildName(name)
    if (child !== undefined && isOurs(child, context) && host.signal(child.pid, 'SIGKILL')) {
      ended++
      // All of the group: who writes to the disk is there until that write is done.
      for (let n = 0; n < MOST_LOOKS && host.signal(child.pid, 0); n++) await sleep(context.time, LOOK_AGAIN_MS)
    }
    await writer.remove(join(places.children, name))
  }
  return ended
}

/** Where the first of a group is gone, its number is kept for the group: nobody else has it. */
function isOurs({pid, started, boot}: ChildName, {gitWork}: NodeContext): boolean {
  const now = gitWork.host.startOf(pid)
  return boot === bootName(gitWork.host.boot) && (now === undefined || now === started)
}

/** Some at a time. How many leftovers there were. */
async function mendRepositories(ids: readonly string[], context: NodeContext): Promise<number> {
  const left = [...ids]
  let removed = 0
  const mend = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      const row = activeRepository(context.store, id)
      const {places, files} = context.repositories
      if (row !== undefined) removed += await removeLeftovers(places.folder(row), files)
      context.gitWork.pushes.doubt(id)
      await recordPushes(id, context)
    }
  }
  await Promise.all(Array.from({length: AT_ONCE}, mend))
  return removed
}
