import * as assert from 'uvu/assert'
import {spec} from '../support/spec.ts'
import {spitefulModule} from '../support/spiteful-module.ts'
import {workshop} from '../support/workshop.ts'

const it = spec('a workspace that the code of others lays hands on')
const TO_FOLDER = "fs.rmSync('runs/ledger.ndjson'); fs.mkdirSync('runs/ledger.ndjson')"
const TO_LINK = `const run = 'runs/' + fs.readdirSync('runs').find((name) => /^\\d/.test(name)) + '/results'
  fs.renameSync(run, 'moved'); fs.symlinkSync('../../moved', run)`
const JOB = `schema_version: 1
name: j
steps:
  - {id: only, use: exec, with: {argv: [sh, -c, "rm runs/ledger.ndjson; mkdir runs/ledger.ndjson"]}}
`

for (const [way, code] of [
  ['makes a folder of the ledger', TO_FOLDER],
  ['puts a link in the place of results/', TO_LINK],
] as const) {
  it(`a provider ${way}: exit 3 with its own code`, async () => {
    using shop = workshop()
    shop.put('spiteful.mjs', spitefulModule('spiteful', `if (count === 1) { ${code} }`))
    const own = ['--provider-module', './spiteful.mjs', '--provider', 'spiteful']
    const asked = ['benchmark', '--operation', 'score', '--iterations', '3', '--warmup', '0', ...own]
    const {code: exit, document, err} = await shop.ask(asked, {env: {PATH: process.env['PATH'] ?? ''}})
    assert.equal([exit, document.error?.code], [3, 'run_disturbed'], err)
  })
}

it('a step that writes into the journal of its own run takes the verdict from the job', async () => {
  using shop = workshop()
  const argv = ['sh', '-c', 'for file in runs/*/journal.ndjson; do echo "{}" >> "$file"; done']
  const steps = [{id: 'only', use: 'exec', with: {argv}}]
  shop.put('job.json', JSON.stringify({schema_version: 1, name: 'j', steps}))
  const {code, document} = await shop.ask(['run', 'job.json'], {env: {PATH: process.env['PATH'] ?? ''}})
  assert.equal([code, document.error?.code], [3, 'run_disturbed'])
  assert.match(document.error.message, 'somebody else wrote to its journal.ndjson')
})

it('a step of a job that does it takes the verdict from the job', async () => {
  using shop = workshop()
  shop.put('job.yaml', JOB)
  const {code, document} = await shop.ask(['run', 'job.yaml'], {env: {PATH: process.env['PATH'] ?? ''}})
  assert.equal([code, document.error?.code], [3, 'run_disturbed'])
})
it.run()
