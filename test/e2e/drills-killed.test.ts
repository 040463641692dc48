// A process of its own: it starts the command line and kills it.
import {type ChildProcess, spawn} from 'node:child_process'
import {hash} from 'node:crypto'
import {existsSync, globSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {join, relative} from 'node:path'
import {setTimeout as wait} from 'node:timers/promises'
import * as assert from 'uvu/assert'
import {assayJson} from '../support/hall-rig.ts'
import {BIN} from '../support/spawned.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('drills that are killed')
const LONG_MS = 300_000
const env = {PATH: process.env['PATH'] ?? ''}

const kill = (child: ChildProcess): void => void child.kill('SIGKILL')

/** Ctrl-C twice, the second one before anything could be done about the first. */
function insist(child: ChildProcess): void {
  for (const signal of ['SIGSTOP', 'SIGINT', 'SIGTERM', 'SIGCONT'] as const) child.kill(signal)
}

/** Starts a drill and ends it as soon as the journal of its run holds the text. */
async function killedAt(cwd: string, drill: string, text: string, end = kill) {
  const child = spawn(process.execPath, [BIN, 'drills', drill, '--quiet'], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let told = ''
  child.stderr.on('data', (text) => {
    told += text
  })
  const ended = new Promise((done) => child.once('close', done))
  // A change is told before it is made, and a drill without a folder has changed nothing.
  const isMade = () =>
    journalOf(cwd).includes(text) &&
    existsSync(join(cwd, 'runs/.state/drills')) &&
    globSync('runs/.state/drills/*/*', {cwd}).length > 0
  while (!isMade() && child.exitCode === null) await wait(10)
  end(child)
  await ended
  return {code: child.exitCode, told}
}

function journalOf(cwd: string): string {
  const runs = join(cwd, 'runs')
  const ids = existsSync(runs) ? readdirSync(runs).filter((name) => /^2/.test(name)) : []
  const path = join(runs, ids[0] ?? 'none', 'journal.ndjson')
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

for (const [when, text] of [
  ['before anything was broken', 'site.make'],
  ['right after a change was armed', 'file.corrupt'],
] as const) {
  it(
    `killed ${when}, the next drill is refused until recover has put everything back`,
    async () => {
      using dir = tempDir()
      await killedAt(dir.path, 'P05', text)
      const refused = await assayJson(['drills', 'P05'], {cwd: dir.path, env})
      assert.is(refused.code, 6)
      const cleaned = await assayJson(['runs', 'cleanup', '--keep', '0'], {cwd: dir.path, env})
      assert.equal(cleaned.document.entries[0].reason, 'undo_pending')
      const first = await assayJson(['drills', 'recover'], {cwd: dir.path, env})
      assert.equal([first.code, first.document.runs[0].state], [5, 'restored'])
      assert.equal(readdirSync(join(dir.path, 'runs/.state/drills')), [])
      const again = await assayJson(['drills', 'recover'], {cwd: dir.path, env})
      assert.equal([again.code, again.document.runs], [0, []])
    },
    LONG_MS,
  )
}

it(
  'whoever insists on the end is told by the last line what puts back what is open, and how bad that is',
  async () => {
    using dir = tempDir()
    const {code, told} = await killedAt(dir.path, 'P05', 'file.corrupt', insist)
    assert.is(code, 6, told)
    assert.match(told, /corrupted-world-state left \d changes? that nobody put back\n/)
    assert.is(told.trim().split('\n').at(-1), 'State open, next  assay drills recover')
    assert.is((await assayJson(['drills', 'recover'], {cwd: dir.path, env})).code, 5)
  },
  LONG_MS,
)

it(
  'a journal or a link that leads out of the folder of the drill is told, and nothing there is touched',
  async () => {
    using dir = tempDir()
    using other = tempDir()
    await killedAt(dir.path, 'P05', 'file.corrupt')
    const runs = join(dir.path, 'runs')
    const [run = ''] = readdirSync(runs).filter((name) => /^2/.test(name))
    const path = join(runs, run, 'journal.ndjson')
    const told = readFileSync(path, 'utf8')
    writeFileSync(join(other.path, 'precious.txt'), 'precious')
    const bystander = spawn('sleep', ['600'], {cwd: other.path, stdio: 'ignore'})
    using _ = {[Symbol.dispose]: () => bystander.kill('SIGKILL')}
    const site = `runs/.state/drills/${run}/corrupted-world-state`
    assert.match(told, site)
    const away = relative(dir.path, other.path)
    for (const [from, to] of [
      [`"site":"${site}"`, `"site":"${away}"`],
      [/"path":"[^"]+"(?=\}\},"identity)/g, `"path":"../../../../../../${away}/precious.txt"`],
      ['"action":"file.restore"', '"action":"file.corrupt"'],
    ] as const) {
      const forged = told.replaceAll(from, to)
      assert.is.not(forged, told)
      writeFileSync(path, rechained(forged))
      const {code, document} = await assayJson(['drills', 'recover'], {cwd: dir.path, env})
      assert.equal([code, document.runs[0].state], [6, 'unreadable'], String(from))
    }
    writeFileSync(path, told)
    renameSync(join(dir.path, site), join(dir.path, 'moved'))
    symlinkSync(other.path, join(dir.path, site))
    const linked = await assayJson(['drills', 'recover'], {cwd: dir.path, env})
    assert.equal([linked.code, linked.document.runs[0].state], [6, 'unsafe'])
    assert.equal(readdirSync(other.path), ['precious.txt'])
    assert.is(readFileSync(join(other.path, 'precious.txt'), 'utf8'), 'precious')
    assert.equal([bystander.exitCode, bystander.signalCode], [null, null])
    rmSync(join(dir.path, site))
    renameSync(join(dir.path, 'moved'), join(dir.path, site))
    assert.is((await assayJson(['drills', 'recover'], {cwd: dir.path, env})).code, 5)
  },
  LONG_MS,
)

/** The lines with the digest of each before it: whoever forges a journal can do as much. */
function rechained(text: string): string {
  let prev = /"prev":"([^"]+)"/.exec(text)?.[1] ?? ''
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const whole = `${line.replace(/"prev":"[^"]+"/, `"prev":"${prev}"`)}\n`
      prev = `sha256:${hash('sha256', whole)}`
      return whole
    })
    .join('')
}

it.run()
