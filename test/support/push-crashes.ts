import {randomBytes} from 'node:crypto'
import {readdirSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {git, gitOut, gitProcesses, makeRepo, realRefs, recorded} from './git-client.ts'
import {type NodeEnd, startTestNode, type TestNode} from './hostnode.ts'
import {tempDir} from './temp-dir.ts'

const MOST_PUSHES = 4

/** A node that is killed while somebody pushes, and looked at when it is there again. */
export interface PushCrashes extends Disposable {
  readonly repo: {readonly id: string; readonly folder: string}
  /** Pushes until the node ends at a crash point; by our own hand where it did not pass it in so many pushes. */
  pushUnder(wish: string): Promise<NodeEnd>
  /** Starts the node again, and throws unless refs, table and events agree, what was acknowledged is there, and a push goes on. */
  check(what: string): Promise<void>
}

export async function startPushCrashes(): Promise<PushCrashes> {
  const dir = tempDir()
  const cwd = join(dir.path, 'work')
  const first = await startTestNode({dir: dir.path})
  const repo = await makeRepo(first, 'crashed')
  const {token} = first
  await gitOut(['init', '--quiet', '--initial-branch=main', cwd], {cwd: dir.path})
  await first.stop()
  /** Lines of refs whose push was told to be done. */
  const acknowledged: string[] = []
  let count = 0

  const change = async (bytes: number) => {
    writeFileSync(join(cwd, 'data.bin'), randomBytes(bytes))
    await gitOut(['add', '.'], {cwd})
    await gitOut(['commit', '--quiet', `--message=${++count}`], {cwd})
    return gitOut(['rev-parse', 'HEAD'], {cwd})
  }
  const push = async (node: TestNode) => {
    const head = await change(300_000)
    const branch = `refs/heads/b${count}`
    const address = `${node.url}/git/alice/crashed`
    const refs = [`HEAD:${branch}`, '+HEAD:refs/heads/main', `HEAD:refs/tags/t${count}`]
    const {code} = await git(['push', address, ...refs], {cwd, token})
    if (code === 0) acknowledged.push(`${head} ${branch}`, `${head} refs/tags/t${count}`)
    return code
  }

  return {
    repo,
    pushUnder: async (wish) => {
      const node = await startTestNode({dir: dir.path, env: {HOSTNODE_CRASH_AT: wish}})
      const isThere = () => node.child.exitCode === null && node.child.signalCode === null
      for (let n = 0; n < MOST_PUSHES && isThere(); n++) await push(node)
      return isThere() ? node.kill() : node.ended
    },
    check: async (what) => {
      await using node = await startTestNode({dir: dir.path})
      const running = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
      assert.equal(gitProcesses(node.dataDir, running), [], what)
      const real = await realRefs(repo.folder)
      const {refs, kinds} = recorded(node, repo.id)
      assert.equal([...refs].sort(), [...real].sort(), `${what}: the table is not what git has`)
      for (const line of acknowledged) assert.ok(real.includes(line), `${what}: ${line} was acknowledged and is lost`)
      countEvents(real, kinds, what)
      assert.is((await git(['fsck', '--full', '--strict'], {cwd: repo.folder})).code, 0, what)
      assert.is(await push(node), 0, `${what}: no push afterwards`)
      assert.is((await node.stop()).code, 0)
    },
    [Symbol.dispose]: () => dir[Symbol.dispose](),
  }
}

/** Each push makes a branch, moves main and makes a tag, in this order: a crash in between leaves the first of them. */
function countEvents(real: readonly string[], kinds: readonly string[], what: string): void {
  const count = (kind: string) => kinds.filter((one) => one === kind).length
  const having = (part: string) => real.filter((line) => line.includes(part)).length
  assert.is(count('create'), real.length, `${what}: refs and their events`)
  const moved = count('push') - count('create')
  const beyondFirst = (part: string) => Math.max(0, having(part) - 1)
  assert.ok(moved >= beyondFirst('refs/tags/t'), `${what}: a push of main has no event`)
  assert.ok(moved <= beyondFirst('refs/heads/b'), `${what}: an event of main is there twice`)
}
