import {gitPath} from '../client/ask-refs.ts'
import {readList} from '../client/read-list.ts'
import {type CheckFinding, failed, passed, skipped, unclear, warned} from '../model/finding.ts'
import {askHolders} from './ask-holders.ts'
import {askOwner} from './ask-owner.ts'
import type {CheckContext} from './check.ts'
import {fullName, type ListedRepository, repositoryIn} from './repository.ts'
import {sampleRepositories} from './sample-repositories.ts'

const SHOWN = 5
const FOLDER = 'fsck'

/** Lets git look through what users are led to, and through what each node holds, known to the baseline or not. */
export async function checkObjects(context: CheckContext): Promise<CheckFinding> {
  return await askHolders(context, {ask: objectsAt, askUnknown: objectsOfUnknown, isDear: true})
}

/** Nobody said that there are any: a node need not serve them at an address of its own. */
async function objectsOfUnknown(context: CheckContext): Promise<CheckFinding> {
  const {problem} = await readList(context.front.client, '/api/repos', context.signal)
  return problem === undefined ? await objectsAt(context) : warned(`its objects were not read: ${problem}`)
}

/** Mirrors every repository of the sample, and those of the baseline that are not listed any more, and looks through them. */
async function objectsAt(context: CheckContext): Promise<CheckFinding> {
  const {front, signal, before, prefix} = context
  const owner = await askOwner(context)
  const list = await readList(front.client, '/api/repos', signal)
  if (list.problem !== undefined) return failed(list.problem)
  const all = list.items.flatMap((item) => repositoryIn(item, owner) ?? []).filter(({name}) => !name.startsWith(prefix))
  const listed = new Set(all.map(fullName))
  const lost = (before?.inventory.repos ?? []).filter((one) => !listed.has(fullName(one)))
  const sample = [...sampleRepositories(all), ...lost]
  const faults: string[] = []
  for (const one of sample) if (!(await isWhole(context, one))) faults.push(fullName(one))
  const seen = {
    expected: 'exit 0 of git clone --mirror and of git fsck --full --strict',
    observed: {checked: sample.length, of: all.length, faults: faults.slice(0, SHOWN), fault_count: faults.length},
    fieldPaths: list.fieldPaths,
  }
  if (faults.length > 0) return failed(`faults in ${faults.slice(0, SHOWN).join(', ')}`, seen)
  if (list.doubt !== undefined) return unclear(list.doubt, seen)
  if (lost.length > 0) return unclear(`${lost.length} of the baseline are not listed any more`, seen)
  return sample.length === 0 ? skipped('capability_absent', seen) : passed(seen)
}

/** A mirror is gone before the next one comes: a disk need not hold them all. */
async function isWhole(
  {front, workbench, log}: CheckContext,
  one: Pick<ListedRepository, 'owner' | 'name'>,
): Promise<boolean> {
  const url = front.client.baseUrl + gitPath(one.owner, one.name)
  const clone = await workbench.git(['clone', '--quiet', '--mirror', '--', url, FOLDER])
  const end = clone.code === 0 ? await workbench.git(['fsck', '--full', '--strict'], {cwd: FOLDER}) : clone
  log('data.fsck', `${fullName(one)}: ${end.code === 0 ? 'whole' : end.output}`)
  await workbench.discard(FOLDER)
  return end.code === 0
}
