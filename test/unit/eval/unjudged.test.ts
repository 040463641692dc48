import * as assert from 'uvu/assert'
import {suitesNamed} from '#eval/catalogue/suites'
import {unjudged} from '#eval/judge/unjudged'
import {spec} from '../../support/spec.ts'

const it = spec('what is stated and not judged')
const stranger = {name: 'stranger', capabilities: ['predict', 'score', 'policy', 'embed']}

it('a set names each capability that none of its suites judges, and the suite that does', () => {
  const found = unjudged(stranger, {suites: suitesNamed(['core'])})
  assert.equal(
    found.map(({reason, detail}) => `${reason}: ${detail}`),
    [
      'capability_not_judged (policy): assay eval --suite policy',
      'capability_not_judged (embed): assay eval --suite latent',
    ],
  )
  assert.ok(found.every(({outcome}) => outcome === 'not-applicable'))
})

it('what a suite of the run judges is not named', () => {
  const both = suitesNamed(['core', 'policy', 'latent'])
  assert.equal(unjudged(stranger, {suites: both}), [])
})

it.run()
