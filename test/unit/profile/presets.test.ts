import {readFileSync} from 'node:fs'
import * as assert from 'uvu/assert'
import {RETRY_PRESETS, TIMEOUT_PRESETS} from '#profile/presets'
import {spec} from '../../support/spec.ts'

const it = spec('presets')

it('the names are those of the schema', () => {
  const {properties} = JSON.parse(readFileSync('schemas/profile.schema.json', 'utf8'))
  assert.equal([...TIMEOUT_PRESETS], properties.timeout_preset.enum)
  assert.equal([...RETRY_PRESETS], properties.retry_preset.enum)
})

it.run()
