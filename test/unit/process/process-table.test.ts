import {spawn, spawnSync} from 'node:child_process'
import {existsSync, readFileSync} from 'node:fs'
import {hostname, userInfo} from 'node:os'
import * as assert from 'uvu/assert'
import {nodeHostFacts} from '#process/node-host-facts'
import {nodeProcessTable} from '#process/node-process-table'
import {spec} from '../../support/spec.ts'

const it = spec('processes and host of this machine')
const hasProc = existsSync('/proc/self/stat')

it('this process is in the table, with the start time that it tells of itself', () => {
  const {pid, start} = nodeProcessTable.self()
  assert.is(pid, process.pid)
  assert.is(nodeProcessTable.startOf(pid), start)
  if (hasProc) assert.match(start, /^\d+$/)
})
it('a process that has ended is not', () => {
  const {pid} = spawnSync(process.execPath, ['--version'])
  assert.is(nodeProcessTable.startOf(pid), undefined)
})
if (hasProc) {
  it('nor is one that has ended and that its parent has not asked for', async () => {
    // The shell becomes a program that never waits for the child it started; only then the child may end.
    const parent = spawn('sh', ['-c', 'cat <&3 >&2 & echo $!; exec sleep 5 3<&-'], {
      stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    })
    try {
      const pid = await new Promise<number>((done) => parent.stdout?.once('data', (data) => done(Number(data))))
      await until(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim() === 'sleep')
      assert.type(nodeProcessTable.startOf(pid), 'string')
      parent.stdio[3]?.destroy()
      await until(() => nodeProcessTable.startOf(pid) === undefined)
      assert.ok(existsSync(`/proc/${pid}`), 'it is still in the table of the system')
    } finally {
      parent.kill('SIGKILL')
    }
  })
} else it.skip('nor is one that its parent has not asked for', 'needs /proc')
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((done) => setTimeout(done, 5))
}

it('the facts of the host name neither the machine nor the user', () => {
  const text = JSON.stringify(nodeHostFacts({isCi: false, isTerminal: false}))
  const names = [hostname(), userInfo().username, userInfo().homedir].filter((name) => name.length > 3)
  for (const name of names) assert.not.ok(text.includes(name), name)
})
it('the class of the host follows what is known first', () => {
  assert.is(nodeHostFacts({isCi: true, isTerminal: true}).class, 'ci')
  assert.ok(['container', 'workstation'].includes(nodeHostFacts({isCi: false, isTerminal: true}).class))
})
it.run()
