import {askRefs, gitPath} from '../client/ask-refs.ts'
import type {HostReply} from '../client/host-client.ts'
import {asText, readField} from '../model/field.ts'
import {type CheckFinding, failed, passedUnless, warned} from '../model/finding.ts'
import type {Check, CheckContext} from './check.ts'
import {checkLarge, checkTransport} from './check-git-transport.ts'
import {makeRepository} from './make-things.ts'
import {cloneUrl, GitCourse, isSameBytes} from './run-git-course.ts'

export const GIT_CHECKS: readonly Check[] = [
  {
    id: 'git.roundtrip',
    title: 'What is pushed to a new repository comes back in a second fresh clone',
    mode: 'standard',
    mutates: true,
    needsToken: true,
    ask: checkRoundTrip,
  },
  {
    id: 'git.transport',
    title: 'Git works with packed requests, long pushes, both protocols and under both names',
    mode: 'full',
    mutates: true,
    needsToken: true,
    ask: checkTransport,
  },
  {
    id: 'git.large',
    title: '25 MiB are pushed and cloned in time',
    mode: 'full',
    mutates: true,
    needsToken: true,
    ask: checkLarge,
  },
]

const SMALL_BYTES = 64 * 1024

async function checkRoundTrip(context: CheckContext): Promise<CheckFinding> {
  const {notes, workbench, entropy} = context
  const made = await makeRepository(context)
  if (made.kind === 'refused') return failed(`a repository could not be made: ${made.why}`)
  notes.repository = made.thing
  const course = new GitCourse(context, 'git.roundtrip')
  const url = cloneUrl(context, made.thing)
  await course.git(['clone', '--quiet', '--', url, 'first'])
  const branch = await course.git(['symbolic-ref', '--short', 'HEAD'], 'first')
  const bytes = entropy.bytes(SMALL_BYTES)
  if (course.failure === undefined) await workbench.write('first/random.bin', bytes)
  await course.git(['add', '--', 'random.bin'], 'first')
  await course.git(['commit', '--quiet', '-m', 'first'], 'first')
  await course.git(['push', '--quiet', 'origin', `HEAD:refs/heads/${branch}`], 'first')
  const changed = Uint8Array.from(bytes, (byte, at) => (at === SMALL_BYTES / 2 ? byte ^ 255 : byte))
  if (course.failure === undefined) await workbench.write('first/second.bin', changed)
  await course.git(['add', '--', 'second.bin'], 'first')
  await course.git(['commit', '--quiet', '-m', 'second'], 'first')
  await course.git(['tag', 'mark'], 'first')
  await course.git(['push', '--quiet', 'origin', `HEAD:refs/heads/${branch}`, 'HEAD:refs/heads/aside', 'mark'], 'first')
  await course.git(['push', '--quiet', 'origin', '--delete', 'aside'], 'first')
  const told = toldUrl(context, made.reply)
  await course.git(['clone', '--quiet', '--', told.isOurs ? (told.url ?? url) : url, 'second'])
  const [mine, theirs] = [await idsIn(course, 'first'), await idsIn(course, 'second')]
  const [one, two] = [workbench.read('second/random.bin'), workbench.read('second/second.bin')]
  const refs =
    course.failure === undefined
      ? await askRefs(context.front.client, gitPath(made.thing.owner, made.thing.name), context.signal)
      : undefined
  const names = refs?.kind === 'refs' ? [...refs.list.refs.keys()].sort() : []
  const seen = {
    expected: 'equal bytes, commit, tree and tag; the branch that was deleted is gone',
    observed: {
      pushed: mine,
      cloned: theirs,
      bytes_equal: isSameBytes(one, bytes) && isSameBytes(two, changed),
      refs: names,
    },
    fieldPaths: ['git'],
  }
  const tag = refs?.kind === 'refs' ? refs.list.refs.get('refs/tags/mark') : undefined
  const found = passedUnless(
    [
      [course.failure !== undefined, course.failure ?? ''],
      [mine !== theirs || mine === '', 'the second clone has another commit or tree'],
      [!seen.observed.bytes_equal, 'the second clone has other bytes'],
      [tag === undefined, 'the tag is not there'],
      [tag !== mine.split('\n', 1)[0], 'the tag names another commit'],
      [names.includes('refs/heads/aside'), 'the deleted branch is still there'],
    ],
    seen,
  )
  return found.status === 'pass' && !told.isOurs
    ? warned('users are told to clone from another place than the one that is checked', seen)
    : found
}

/** Where a host tells users to clone from. The token goes nowhere else than where the target says. */
function toldUrl({front}: CheckContext, {json}: HostReply): {readonly url?: string; readonly isOurs: boolean} {
  const url = readField(json, ['clone_url', 'http_url'], asText)?.value
  if (url === undefined) return {isOurs: true}
  const isOurs = URL.canParse(url) && new URL(url).origin === new URL(front.client.baseUrl).origin
  return {url, isOurs}
}

const idsIn = async (course: GitCourse, folder: string) =>
  await course.git(['rev-parse', 'HEAD', 'HEAD^{tree}', 'HEAD~1'], folder)
