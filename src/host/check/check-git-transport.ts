import {gzipSync} from 'node:zlib'
import {elapsedMs} from '#random/clock'
import {gitPath} from '../client/ask-refs.ts'
import {authorizationOf} from '../client/authorization.ts'
import {type CheckFinding, failed, passed, warned} from '../model/finding.ts'
import type {CheckContext, MadeRepository} from './check.ts'
import {discardRepository, makeRepository} from './make-things.ts'
import {cloneUrl, GitCourse, isSameBytes} from './run-git-course.ts'

/** Enough refs for git to pack its request. */
const MANY_REFS = 80
const LONG_BYTES = 2 * 1024 * 1024

/** Everything about the transport that a simple round trip does not need. */
export async function checkTransport(context: CheckContext): Promise<CheckFinding> {
  const {workbench, entropy} = context
  const made = await makeRepository(context)
  if (made.kind === 'refused') return failed(`a repository could not be made: ${made.why}`)
  const course = new GitCourse(context, 'git.transport')
  const url = cloneUrl(context, made.thing)
  await course.git(['clone', '--quiet', '--', url, 'wide'])
  if (course.failure === undefined) await workbench.write('wide/long.bin', entropy.bytes(LONG_BYTES))
  await course.git(['add', '--', 'long.bin'], 'wide')
  await course.git(['commit', '--quiet', '-m', 'long'], 'wide')
  // Over its post buffer git sends in chunks of unknown length.
  await course.git(['push', '--quiet', 'origin', 'HEAD'], 'wide', {'http.postBuffer': '65536'})
  if (course.failure === undefined) await workbench.write('wide/.git/many.mbox', manyCommits(MANY_REFS))
  await course.git(['am', '--quiet', '.git/many.mbox'], 'wide')
  const branches = Array.from({length: MANY_REFS}, (_, at) => `HEAD~${at}:refs/heads/branch-${at}`)
  await course.git(['push', '--quiet', 'origin', 'HEAD', ...branches], 'wide')
  await course.git(['clone', '--quiet', '--', url, 'packed'])
  const lines = async (version: string, of: string) =>
    await course.git(['ls-remote', '--', of], undefined, {'protocol.version': version})
  const listed = [await lines('0', url), await lines('2', url), await lines('2', `${url}.git`)]
  const stale = await staleClone(course, url)
  const typed = await wrongRequests(context, made.thing)
  await discardRepository(context, made.thing)
  const seen = {
    expected: 'all forms work, a stale push is rejected',
    observed: {lists_equal: new Set(listed).size === 1, stale_push: stale, ...typed},
  }
  if (course.failure !== undefined) return failed(course.failure, seen)
  if (new Set(listed).size !== 1) return failed('the refs differ by protocol or name', seen)
  if (stale === 0) return failed('a push that is behind was accepted', seen)
  if (typed.packed !== 200) return failed(`a packed request is answered ${typed.packed}`, seen)
  if (typed.anonymous !== 401) return failed(`a push without a token is answered ${typed.anonymous}`, seen)
  return typed.wrong_type >= 400 && typed.wrong_type < 500
    ? passed(seen)
    : failed(`a wrong content type is answered ${typed.wrong_type}`, seen)
}

/** Patches that each add a file, as `git am` takes them: one process makes all the commits. */
function manyCommits(count: number): Uint8Array {
  const patches = Array.from({length: count}, (_, at) =>
    [
      `From ${'0'.repeat(40)} Mon Sep 17 00:00:00 2001`,
      'From: Assay <assay@localhost>',
      'Date: Mon, 17 Sep 2001 00:00:00 +0000',
      `Subject: [PATCH] file ${at}`,
      '',
      '---',
      `diff --git a/file-${at} b/file-${at}`,
      'new file mode 100644',
      '--- /dev/null',
      `+++ b/file-${at}`,
      '@@ -0,0 +1 @@',
      `+${at}`,
      '-- ',
      '2',
      '',
    ].join('\n'),
  )
  return Buffer.from(patches.join('\n'))
}

/** The exit of a push from a clone that has fallen behind. */
async function staleClone(course: GitCourse, url: string): Promise<number | undefined> {
  await course.git(['clone', '--quiet', '--', url, 'stale'])
  await course.git(['commit', '--quiet', '--allow-empty', '-m', 'ahead'], 'wide')
  await course.git(['push', '--quiet', 'origin', 'HEAD'], 'wide')
  await course.git(['commit', '--quiet', '--allow-empty', '-m', 'behind'], 'stale')
  return (await course.try(['push', '--quiet', 'origin', 'HEAD'], 'stale')).code
}

async function wrongRequests({front, signal, token = ''}: CheckContext, {owner, name}: MadeRepository) {
  const path = `${gitPath(owner, name)}/git-upload-pack`
  const authorization = authorizationOf('bearer', token)
  const type = 'application/x-git-upload-pack-request'
  // A flush alone: the client is done before it asked for anything.
  const flush = Buffer.from('0000')
  const packed = await front.open.ask(
    {method: 'POST', path, authorization, raw: {bytes: gzipSync(flush), type, encoding: 'gzip'}},
    signal,
  )
  const wrong = await front.open.ask(
    {method: 'POST', path, authorization, raw: {bytes: flush, type: 'text/plain'}},
    signal,
  )
  const push = {
    path: `${gitPath(owner, name)}/git-receive-pack`,
    raw: {bytes: flush, type: 'application/x-git-receive-pack-request'},
  }
  const anonymous = await front.open.ask({method: 'POST', ...push, authorization: null}, signal)
  return {packed: packed.status, wrong_type: wrong.status, anonymous: anonymous.status}
}

const LARGE_BYTES = 25 * 1024 * 1024

/** Random bytes do not get smaller: to try would be timed with the rest. */
const RANDOM = {'core.compression': '0', 'core.bigFileThreshold': '1m'}

/** A large file there and back. */
export async function checkLarge(context: CheckContext): Promise<CheckFinding> {
  const {workbench, entropy, time, target} = context
  const made = await makeRepository(context)
  if (made.kind === 'refused') return failed(`a repository could not be made: ${made.why}`)
  const course = new GitCourse(context, 'git.large')
  const url = cloneUrl(context, made.thing)
  await course.git(['clone', '--quiet', '--', url, 'large'])
  const bytes = entropy.bytes(LARGE_BYTES)
  if (course.failure === undefined) await workbench.write('large/large.bin', bytes)
  await course.git(['add', '--', 'large.bin'], 'large', RANDOM)
  await course.git(['commit', '--quiet', '-m', 'large'], 'large', RANDOM)
  const begun = time.monotonicNs()
  await course.git(['push', '--quiet', 'origin', 'HEAD'], 'large', RANDOM)
  const pushMs = elapsedMs(time, begun)
  await course.git(['clone', '--quiet', '--', url, 'large-again'])
  const bothMs = elapsedMs(time, begun)
  const back = workbench.read('large-again/large.bin')
  await discardRepository(context, made.thing)
  const limitMs = target.objectives.git_large_s * 1000
  const seen = {
    expected: `equal bytes within ${limitMs / 1000} s`,
    observed: {push_ms: pushMs, clone_ms: bothMs - pushMs},
  }
  if (course.failure !== undefined) return failed(course.failure, seen)
  if (!isSameBytes(back, bytes)) return failed('the clone has other bytes', seen)
  return bothMs > limitMs ? warned('slower than the objective', seen) : passed(seen)
}
