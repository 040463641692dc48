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

for (const [what, hands] of [
  [
    'puts another log in the place of the one of an earlier step',
    'log=$(grep -l FAILED $run/items/*/logs/output.log); rm $log; echo "0 tests failed" > $log',
  ],
  [
    'writes over an output of an earlier step, byte for byte',
    'printf "fine" | dd of=$(ls $run/items/*/artifacts/out.txt) conv=notrunc',
  ],
  ['changes the job it came from', 'echo "{}" > $run/inputs/job.json'],
] as const) {
  it(`a step that ${what} takes the verdict from the job`, async () => {
    using shop = workshop()
    const tests = {
      id: 'tests',
      use: 'exec',
      with: {argv: ['sh', '-c', 'echo 3 tests FAILED; echo real > out.txt'], outputs: ['out.txt']},
    }
    const argv = ['sh', '-c', `run=$(ls -d runs/2*Z-*); ${hands}; true`]
    const steps = [tests, {id: 'other', use: 'exec', needs: ['tests'], with: {argv}}]
    shop.put('job.json', JSON.stringify({schema_version: 1, name: 'j', steps}))
    const {code, document} = await shop.ask(['run', 'job.json'], {env: {PATH: process.env['PATH'] ?? ''}})
    assert.equal([code, document.error?.code], [3, 'run_disturbed'])
    assert.match(document.error.message, 'somebody else wrote to its ')
  })
}

it('a step of a job that does it takes the verdict from the job', async () => {
  using shop = workshop()
  shop.put('job.yaml', JOB)
  const {code, document} = await shop.ask(['run', 'job.yaml'], {env: {PATH: process.env['PATH'] ?? ''}})
  assert.equal([code, document.error?.code], [3, 'run_disturbed'])
})
it.run()
