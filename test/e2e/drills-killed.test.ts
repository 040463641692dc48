// A process of its own: it starts the command line and kills it.
import {spawn} from 'node:child_process'
import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {setTimeout as wait} from 'node:timers/promises'
import * as assert from 'uvu/assert'
import {assayJson, ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('drills that are killed')
const LONG_MS = 300_000
const env = {PATH: process.env['PATH'] ?? ''}

/** Starts a drill and kills it as soon as the journal of its run holds the text. */
async function killedAt(cwd: string, drill: string, text: string): Promise<void> {
  const child = spawn(process.execPath, [join(ROOT, 'bin/assay.js'), 'drills', drill, '--quiet'], {
    cwd,
    env,
    stdio: 'ignore',
  })
  const ended = new Promise((done) => child.once('exit', done))
  while (!journalOf(cwd).includes(text) && child.exitCode === null) await wait(10)
  child.kill('SIGKILL')
  await ended
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

it.run()
