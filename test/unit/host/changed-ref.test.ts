import * as assert from 'uvu/assert'
import {toldRefs} from '#host/check/changed-ref'
import {spec} from '../../support/spec.ts'

const it = spec('refs that moved')

const [OLD, NEW] = ['1f0c2ab'.padEnd(40, '0'), '93be77d'.padEnd(40, '0')]
const at = (ref: string, from: string | undefined, to: string | undefined) => ({repository: 'alice/lib', ref, from, to})

it('are told by repository and name, and what became of each', () => {
  assert.is(toldRefs([at('refs/tags/v1', OLD, undefined)]), 'alice/lib refs/tags/v1 was lost')
  assert.is(
    toldRefs([at('refs/heads/main', OLD, NEW), at('refs/heads/x', undefined, NEW)]),
    'alice/lib refs/heads/main moved from 1f0c2ab to 93be77d, alice/lib refs/heads/x is new',
  )
})

it('beyond the first three are counted', () => {
  const lost = (count: number) => Array.from({length: count}, (_, n) => at(`refs/tags/v${n}`, OLD, undefined))
  const first = [0, 1, 2].map((n) => `alice/lib refs/tags/v${n} was lost`).join(', ')
  assert.is(toldRefs(lost(3)), first)
  assert.is(toldRefs(lost(4)), `${first}, and 1 more ref`)
  assert.is(toldRefs(lost(900)), `${first}, and 897 more refs`)
})

it.run()
