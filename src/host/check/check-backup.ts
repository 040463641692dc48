import {sha256} from '#digest/sha256'
import type {ProgramEnd} from '../client/workbench.ts'
import {type CheckFinding, failed, passed, passedUnless, skipped, unclear} from '../model/finding.ts'
import type {Check, CheckContext} from './check.ts'

export const BACKUP_CHECKS: readonly Check[] = [
  {
    id: 'bak.create',
    title: 'A backup can be made, and its digest is the one beside it',
    mode: 'full',
    ask: checkCreate,
  },
  {id: 'bak.verify', title: 'The backup is valid, and one with a byte changed is not', mode: 'full', ask: checkVerify},
  {id: 'bak.restore', title: 'The backup can be restored into an empty folder', mode: 'full', ask: checkRestore},
]

const FILE = 'backup.tar.gz'
const CHANGED = 'changed.tar.gz'

/** Undefined where the adapter of the target cannot do it. */
async function runAdapter(
  {target, workbench, log}: CheckContext,
  part: 'backup_create' | 'backup_verify' | 'backup_restore',
  file: string,
): Promise<ProgramEnd | undefined> {
  const places: Readonly<Record<string, string>> = {'{file}': file, '{dir}': 'restored'}
  const [program, ...rest] = target.profile.adapter?.[part] ?? []
  if (program === undefined) return undefined
  const end = await workbench.run([program, ...rest.map((word) => places[word] ?? word)])
  log(`bak.${part.slice('backup_'.length)}`, end.output)
  return end
}

async function checkCreate(context: CheckContext): Promise<CheckFinding> {
  const {workbench} = context
  const end = await runAdapter(context, 'backup_create', FILE)
  if (end === undefined) return skipped('capability_absent')
  const content = workbench.read(FILE)
  const beside = /\b([0-9a-f]{64})\b/.exec(new TextDecoder().decode(workbench.read(`${FILE}.sha256`)))?.[1]
  const digest = content && sha256(content)
  const seen = {
    expected: 'exit 0, a file, its digest',
    observed: {exit: end.code ?? null, size_bytes: content?.length ?? null},
  }
  return passedUnless(
    [
      [end.code !== 0, 'the program that makes backups did not end with 0'],
      [content === undefined, 'there is no backup'],
      [beside === undefined, 'there is no digest beside the backup'],
      [digest !== `sha256:${beside}`, 'the digest beside the backup is another'],
    ],
    seen,
  )
}

async function checkVerify(context: CheckContext): Promise<CheckFinding> {
  const {workbench} = context
  const content = workbench.read(FILE)
  if (content === undefined)
    return context.target.profile.adapter?.backup_verify ? unclear('there is no backup') : skipped('capability_absent')
  const good = await runAdapter(context, 'backup_verify', FILE)
  if (good === undefined) return skipped('capability_absent')
  const middle = content.length >> 1
  await workbench.write(
    CHANGED,
    content.map((byte, at) => (at === middle ? byte ^ 1 : byte)),
  )
  await workbench.write(`${CHANGED}.sha256`, workbench.read(`${FILE}.sha256`) ?? new Uint8Array())
  const bad = await runAdapter(context, 'backup_verify', CHANGED)
  const seen = {
    expected: '0 for the backup, another exit for the changed one',
    observed: {backup: good.code ?? null, changed: bad?.code ?? null},
  }
  if (good.code !== 0) return failed('the backup is not valid', seen)
  return bad?.code === 0 ? failed('a backup with a byte changed is told as valid', seen) : passed(seen)
}

async function checkRestore(context: CheckContext): Promise<CheckFinding> {
  const {workbench, target} = context
  if (!target.profile.adapter?.backup_restore) return skipped('capability_absent')
  if (workbench.read(FILE) === undefined) return unclear('there is no backup')
  const end = await runAdapter(context, 'backup_restore', FILE)
  const seen = {expected: 'exit 0', observed: {exit: end?.code ?? null}}
  return end?.code === 0 ? passed(seen) : failed('the backup cannot be restored', seen)
}
