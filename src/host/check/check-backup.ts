import {sha256} from '#digest/sha256'
import {askRefs, gitPath} from '../client/ask-refs.ts'
import {readList} from '../client/read-list.ts'
import {type BackupHead, readBackupHead} from '../model/backup-head.ts'
import {withChangedByte} from '../model/change-byte.ts'
import {type CheckFinding, failed, passed, passedUnless, skipped, unclear, warned} from '../model/finding.ts'
import {askOwner} from './ask-owner.ts'
import type {Check, CheckContext} from './check.ts'
import {fullName, repositoryIn} from './repository.ts'
import {runAdapter, silenceOf} from './run-adapter.ts'

export const BACKUP_CHECKS: readonly Check[] = [
  {
    id: 'bak.create',
    title: 'A backup can be made, its digest is the one beside it, and it holds the refs that are served',
    mode: 'full',
    ask: checkCreate,
  },
  {id: 'bak.verify', title: 'The backup is valid, and one with a byte changed is not', mode: 'full', ask: checkVerify},
  {
    id: 'bak.restore',
    title: 'The backup can be restored into an empty folder, and what is there is whole',
    mode: 'full',
    ask: checkRestore,
  },
]

const FILE = 'backup.tar.gz'
const CHANGED = 'changed.tar.gz'
const FOLDER = 'restored'

type BackupPart = 'create' | 'verify' | 'restore'

const runBackup = (context: CheckContext, part: BackupPart, file = FILE) =>
  runAdapter(context, {
    check: `bak.${part}`,
    part: `backup_${part}`,
    words: {'{file}': file, '{dir}': FOLDER},
  })

async function checkCreate(context: CheckContext): Promise<CheckFinding> {
  const {workbench, target} = context
  if (!target.profile.adapter?.backup_create) return skipped('capability_absent')
  const before = await servedRefs(context)
  const end = await runBackup(context, 'create')
  if (end === undefined) return skipped('capability_absent')
  const after = await servedRefs(context)
  const content = workbench.read(FILE)
  const beside = /\b([0-9a-f]{64})\b/.exec(new TextDecoder().decode(workbench.read(`${FILE}.sha256`)))?.[1]
  const digest = content && sha256(content)
  const head = content && readBackupHead(content)
  const seen = {
    expected: 'exit 0, a file, its digest, a manifest with the refs that are served',
    observed: {
      exit: end.code ?? null,
      size_bytes: content?.length ?? null,
      manifest: head !== undefined,
      refs_digest: head?.refsDigest ?? null,
      served: after?.digest ?? null,
    },
    fieldPaths: head === undefined ? [] : ['refs_digest', 'counts.repositories'],
  }
  const made = passedUnless(
    [
      [silenceOf(end) !== undefined, `the program that makes backups ${silenceOf(end)}`],
      [end.code !== 0, 'the program that makes backups did not end with 0'],
      [content === undefined, 'there is no backup'],
      [beside === undefined, 'there is no digest beside the backup'],
      [digest !== `sha256:${beside}`, 'the digest beside the backup is another'],
    ],
    seen,
  )
  return made.status === 'pass' ? refsFinding(head, [before, after], seen) : made
}

interface ServedRefs {
  readonly repositories: number
  readonly digest: string
}

/** The refs of everything that is listed, read as users read them; undefined where that cannot be read whole. */
async function servedRefs(context: CheckContext): Promise<ServedRefs | undefined> {
  const {front, signal, token} = context
  if (token === undefined) return undefined
  const list = await readList(front.client, '/api/repos', signal)
  if (list.problem !== undefined || list.doubt !== undefined) return undefined
  const owner = await askOwner(context)
  const lines: string[] = []
  for (const item of list.items) {
    const one = repositoryIn(item, owner)
    if (one === undefined) return undefined
    const answer = await askRefs(front.client, gitPath(one.owner, one.name), signal)
    if (answer.kind !== 'refs') return undefined
    for (const [ref, oid] of answer.list.refs) lines.push(`${fullName(one)} ${oid} ${ref}\n`)
  }
  return {repositories: list.items.length, digest: sha256(lines.sort().join('')).slice('sha256:'.length)}
}

type Seen = Parameters<typeof passed>[0]

/** A backup that can be read and holds something else is none. */
function refsFinding(
  head: BackupHead | undefined,
  [before, after]: readonly (ServedRefs | undefined)[],
  seen: Seen,
): CheckFinding {
  if (head?.refsDigest === undefined) return warned('the backup has no manifest with a digest of its refs', seen)
  if (before === undefined || after === undefined)
    return warned('the refs that are served cannot be read, so the backup was held against nothing', seen)
  if (head.repositories !== after.repositories)
    return head.repositories !== undefined && head.repositories < after.repositories
      ? failed('the backup has fewer repositories than are served', seen)
      : warned('the backup has more repositories than our token can read, so their refs were not compared', seen)
  if ([before.digest, after.digest].includes(head.refsDigest)) return passed(seen)
  return before.digest === after.digest
    ? failed('the backup has other refs than are served', seen)
    : unclear('refs moved while the backup was made', seen)
}

async function checkVerify(context: CheckContext): Promise<CheckFinding> {
  const {workbench} = context
  const content = workbench.read(FILE)
  if (content === undefined)
    return context.target.profile.adapter?.backup_verify ? unclear('there is no backup') : skipped('capability_absent')
  const good = await runBackup(context, 'verify')
  if (good === undefined) return skipped('capability_absent')
  const changed = withChangedByte(content)
  await workbench.write(CHANGED, changed)
  // With a digest that fits: whoever only compares that finds nothing.
  await workbench.write(`${CHANGED}.sha256`, Buffer.from(`${sha256(changed).slice('sha256:'.length)}  ${CHANGED}\n`))
  const bad = await runBackup(context, 'verify', CHANGED)
  const seen = {
    expected: '0 for the backup, another exit for the changed one',
    observed: {backup: good.code ?? null, changed: bad?.code ?? null},
  }
  if (good.code !== 0) return failed('the backup is not valid', seen)
  if (bad?.code === undefined) return unclear('the program did not come to its end with a byte changed', seen)
  return bad.code === 0 ? failed('a backup with a byte changed is told as valid', seen) : passed(seen)
}

async function checkRestore(context: CheckContext): Promise<CheckFinding> {
  const {workbench, target} = context
  if (!target.profile.adapter?.backup_restore) return skipped('capability_absent')
  if (workbench.read(FILE) === undefined) return unclear('there is no backup')
  const end = await runBackup(context, 'restore')
  if (end?.code !== 0) return failed('the backup cannot be restored', {observed: {exit: end?.code ?? null}})
  const whole = await runAdapter(context, {
    check: 'bak.restore',
    part: 'restored_verify',
    words: {'{file}': FILE, '{dir}': FOLDER},
  })
  const seen = {
    expected: 'exit 0 of the restore and of the program that looks through it',
    observed: {exit: end.code, verified: whole?.code ?? null},
  }
  if (whole === undefined)
    return warned('restored, and nothing looked through it: name a program as adapter.restored_verify', seen)
  return whole.code === 0 ? passed(seen) : failed('what was restored is not whole', seen)
}
