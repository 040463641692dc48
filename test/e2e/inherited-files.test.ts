import {spawnSync} from 'node:child_process'
import * as assert from 'uvu/assert'
import {BIN} from '../support/spawned.ts'
import {spec} from '../support/spec.ts'
import {spitefulModule} from '../support/spiteful-module.ts'
import {workshop} from '../support/workshop.ts'

const it = spec('files of the caller')
const LIMIT_MS = 40_000
const JOB = `schema_version: 1
name: j
steps:
  - {id: only, use: exec, with: {argv: [sh, -c, "ls -l /proc/$$/fd > seen-by-step"]}}
`
const LOOK = `if (count === 1) fs.writeFileSync('seen-by-module', fs.readdirSync('/proc/self/fd').map((fd) => {
  try { return fs.readlinkSync('/proc/self/fd/' + fd) } catch { return '' }
}).join('\\n'))`

it(
  'what a shell holds open from 3 to 9 reaches neither a step nor the module of a provider',
  () => {
    using shop = workshop()
    shop.put('job.yaml', JOB)
    shop.put('own.mjs', spitefulModule('own', LOOK))
    const assay = `"${process.execPath}" "${BIN}"`
    const own = '--provider-module ./own.mjs --provider own --operation score --iterations 2 --warmup 0'
    const script = `exec 3>held 7>held 9>held; ${assay} run job.yaml && ${assay} benchmark ${own}`
    const done = spawnSync('sh', ['-c', script], {
      cwd: shop.root,
      encoding: 'utf8',
      env: {PATH: process.env['PATH'] ?? ''},
    })
    assert.is(done.status, 0, done.stderr)
    for (const seen of ['seen-by-step', 'seen-by-module']) {
      assert.match(shop.read(seen), '/')
      assert.not.match(shop.read(seen), 'held')
    }
  },
  LIMIT_MS,
)
it.run()
