import * as assert from 'uvu/assert'
import {SUITES} from '#eval/catalogue/suites'
import type {Suite} from '#eval/model/suite'
import {suitesAsking} from '#eval/plan/narrowed-suites'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('suites')
const ALL: readonly Suite[] = Object.values(SUITES)
const names = (operations: readonly string[] | undefined) => suitesAsking(ALL, operations).map(({name}) => name)

it('a suite stands in the catalogue under its name, and is its own kind', () => {
  for (const [key, {name, kind}] of Object.entries(SUITES)) assert.equal([name, kind], [key, key])
})

it('operations choose the suites that call any of them, in their order; no choice is all', () => {
  assert.equal(names(['embed']), ['contract', 'latent'])
  assert.equal(names(['reason', 'policy']), ['contract', 'policy', 'reasoning'])
  assert.equal(names(undefined), Object.keys(SUITES))
})

it('operations that no suite calls are refused', async () => {
  await throwsCode(() => names(['health']), 'usage')
})

it.run()
