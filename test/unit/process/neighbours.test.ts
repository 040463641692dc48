import {execFileSync, spawn} from 'node:child_process'
import {once} from 'node:events'
import {existsSync, readFileSync, realpathSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {nodeNeighbours} from '#process/node-process-table'
import {eventually} from '../../support/eventually.ts'
import {ROOT} from '../../support/hall-rig.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('neighbours')

it('whoever asks is no neighbour, nor who started it; others in the folder and below it are', async () => {
  using dir = tempDir()
  const folder = realpathSync(dir.path)
  const other = spawn('sleep', ['60'], {cwd: folder, stdio: 'ignore'})
  try {
    const program = `
      const {nodeNeighbours} = await import(${JSON.stringify(join(ROOT, 'src/process/node-process-table.ts'))})
      console.log(nodeNeighbours.inFolder(${JSON.stringify(folder)}).map(({pid}) => pid).join())`
    const shell = '"$0" --input-type=module -e "$1"; true'
    const told = execFileSync('sh', ['-c', shell, process.execPath, program], {cwd: folder, encoding: 'utf8'})
    assert.is(told.trim(), String(other.pid))
  } finally {
    other.kill('SIGKILL')
    await once(other, 'exit')
  }
})

it('a shell that somebody has open in a terminal is none, and what runs in it is', async () => {
  using dir = tempDir()
  const folder = realpathSync(dir.path)
  const line = 'sleep 61 & echo $! > pid; wait'
  const terminal = spawn('script', ['-qfc', line, '/dev/null'], {
    cwd: folder,
    stdio: 'ignore',
    env: {...process.env, SHELL: '/bin/sh'},
  })
  const pids = () => nodeNeighbours.inFolder(folder)?.map(({pid}) => pid) ?? []
  try {
    // The shell writes that; before it, what stands in its place is no shell yet.
    const written = join(folder, 'pid')
    await eventually('the program runs', () => existsSync(written) && readFileSync(written, 'utf8').endsWith('\n'))
    const sleeper = Number(readFileSync(written, 'utf8'))
    await eventually('it is seen', () => pids().includes(sleeper))
    assert.equal(
      pids().filter((pid) => pid !== terminal.pid),
      [sleeper],
    )
    process.kill(sleeper, 'SIGKILL')
  } finally {
    terminal.kill('SIGKILL')
    await once(terminal, 'exit')
  }
})

it.run()
