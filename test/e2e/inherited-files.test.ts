import {spawnSync} from 'node:child_process'
import {closeSync, openSync} from 'node:fs'
import * as assert from 'uvu/assert'
import {BIN} from '../support/spawned.ts'
import {spec} from '../support/spec.ts'
import {spitefulModule} from '../support/spiteful-module.ts'
import {type Workshop, workshop} from '../support/workshop.ts'

const it = spec('files of the caller')
const JOB = `schema_version: 1
name: j
steps:
  - {id: only, use: exec, with: {argv: [sh, -c, "ls -l /proc/$$/fd > seen-by-step"]}}
`
const LOOK = `if (count === 1) fs.writeFileSync('seen-by-module', fs.readdirSync('/proc/self/fd').map((fd) => {
  try { return fs.readlinkSync('/proc/self/fd/' + fd) } catch { return '' }
}).join('\\n'))`

/** With gaps: Node itself marks those that follow one another from 3 on. */
const HELD = new Set([3, 7, 9, 20, 40])

/** A shell that holds one file open as these numbers, and what it is to run. */
function inShell(shop: Workshop, script: string) {
  const held = openSync(shop.path('held'), 'w+')
  try {
    return spawnSync('sh', ['-c', script], {
      cwd: shop.root,
      encoding: 'utf8',
      env: {PATH: process.env['PATH'] ?? ''},
      stdio: ['ignore', 'pipe', 'pipe', ...Array.from({length: 38}, (_, at) => (HELD.has(at + 3) ? held : 'ignore'))],
    })
  } finally {
    closeSync(held)
  }
}
const ASSAY = `"${process.execPath}" "${BIN}"`

it('what a shell holds open from 3 on reaches neither a step nor the module or program of a provider', () => {
  using shop = workshop()
  shop.put('job.yaml', JOB)
  shop.put('own.mjs', spitefulModule('own', LOOK))
  const own = '--provider-module ./own.mjs --provider own --operation score --iterations 2 --warmup 0'
  const done = inShell(shop, `ls -l /proc/$$/fd > seen-by-shell; ${ASSAY} run job.yaml && ${ASSAY} benchmark ${own}`)
  assert.is(done.status, 0, done.stderr)
  assert.match(shop.read('seen-by-shell'), `40 -> ${shop.path('held')}`)
  for (const seen of ['seen-by-step', 'seen-by-module']) {
    assert.match(shop.read(seen), '/')
    assert.not.match(shop.read(seen), 'held')
  }
})

it.run()
