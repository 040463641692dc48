import * as assert from 'uvu/assert'
import {readDescriptor} from '#provider/external/hello'
import {spec} from '../../../support/spec.ts'
import {throwsCode} from '../../../support/throws-code.ts'

const it = spec('names of promises')

for (const [slip, meant] of [
  ['parralel_safe', 'parallel_safe'],
  ['lower_is_beter', 'lower_is_better'],
  ['max_sample', 'max_samples'],
  ['enviroments', 'environments'],
  ['floattype', 'float_type'],
  ['training_seed', 'training_seeds'],
]) {
  it(`${slip} is refused, and ${meant} proposed`, async () => {
    const error = await throwsCode(async () => readDescriptor({[slip!]: true}, undefined), 'contract_violation')
    assert.match(error.message, `descriptor has ${slip}, which says nothing here; did you mean ${meant}?`)
  })
}

it('what is near to nothing, or too short to tell, may be there', () => {
  const more = {licence: 'MIT', id: 'a', at: 3, version: '1', max_batch: 5, ['x'.repeat(1e6)]: true}
  assert.equal(readDescriptor({...more, dt: 0.1, float_type: 'float32'}, undefined), {dt: 0.1, float_type: 'float32'})
})

it.run()
