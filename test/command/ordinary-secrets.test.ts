import * as assert from 'uvu/assert'
import {spec} from '../support/spec.ts'
import {workshop} from '../support/workshop.ts'

const it = spec('secrets that are words of ours')
const EVAL = ['eval', '--suite', 'contract', '--provider', 'zoo.sign-flip', '--env', 'two-room', '--n', '2']

for (const word of ['bad', 'strong', 'table', 'node', 'provider', 'verdict', 'results']) {
  it(`a password that is only "${word}" leaves documents that can be read and verified`, async () => {
    using shop = workshop()
    const ended = await shop.ask(EVAL, {env: {DB_PASSWORD: word}})
    assert.ok(ended.document.run_id, ended.err)
    const verified = await shop.ask(['runs', 'verify', 'latest'], {env: {DB_PASSWORD: word}})
    assert.equal([verified.code, verified.document.findings], [0, []])
  })
}

it('one that is no word of ours is masked wherever it stands', async () => {
  using shop = workshop()
  const {document} = await shop.ask([...EVAL, '--note', 'sunflower'], {env: {DB_PASSWORD: 'sunflower'}})
  const manifest = JSON.stringify(shop.manifest(document.run_id))
  assert.match(manifest, '[redacted:registered')
  assert.not.match(manifest, 'sunflower')
})

it.run()
