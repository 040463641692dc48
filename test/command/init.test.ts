// Counts no coverage: commands whose lines their own tests run too.
import * as assert from 'uvu/assert'
import {initResult} from '#contract/generated/init-result'
import {parse} from '#contract/parse'
import {spec} from '../support/spec.ts'
import {workshop} from '../support/workshop.ts'

const it = spec('init and quickstart')

it('the first job is valid and passes as it is written', async () => {
  using shop = workshop()
  const {code, document} = await shop.ask(['init'])
  assert.equal([code, parse(initResult, document).files], [0, [{path: 'assay.yaml', written: true}]])
  assert.is((await shop.ask(['validate', 'assay.yaml'])).code, 0)
  const run = await shop.ask(['run'])
  assert.equal([run.code, run.document.job, run.document.bundle.verified], [0, 'first', true])
})

it('a pipeline comes with it, and nothing that is there is touched', async () => {
  using shop = workshop()
  shop.put('assay.yaml', 'mine')
  const files = async (service: string) => (await shop.ask(['init', '--ci', service])).document.files
  assert.equal(await files('github'), [
    {path: 'assay.yaml', written: false},
    {path: '.github/workflows/assay.yml', written: true},
  ])
  assert.equal(await files('gitlab'), [
    {path: 'assay.yaml', written: false},
    {path: '.gitlab-ci.yml', written: true},
  ])
  assert.is((await files('github'))[1].written, false)
  assert.is(shop.read('assay.yaml'), 'mine')
  for (const file of ['.github/workflows/assay.yml', '.gitlab-ci.yml'])
    assert.match(shop.read(file), 'assay run assay.yaml')
  // What later steps and jobs ask for has a name.
  assert.match(shop.read('.github/workflows/assay.yml'), /- id: assay\n +run: /)
  assert.match(shop.read('.gitlab-ci.yml'), /--dotenv assay\.env [\s\S]*dotenv: assay\.env/)
})

it('quickstart passes in a new folder, each time another', async () => {
  using shop = workshop()
  shop.put('assay-quickstart/mine', '')
  const {code, document} = await shop.ask(['quickstart'])
  assert.equal([code, document.job, document.bundle.verified], [0, 'quickstart', true])
  assert.equal(
    document.items.map(({step_id, state}: {step_id: string; state: string}) => [step_id, state]),
    ['preflight', 'health', 'contract', 'door', 'latency'].map((id) => [id, 'pass']),
  )
  assert.match(shop.read('assay-quickstart-2', document.run_path, 'run_manifest.json'), document.run_id)
})
it.run()
