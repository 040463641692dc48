import * as assert from 'uvu/assert'
import {sparedWords} from '#host/check/open-budget'
import {sparedRemarks} from '#upgrade/model/spared-checks'
import {spec} from '../../support/spec.ts'

const it = spec('checks that were asked in part')

const kept = (node: string, checks: readonly object[]) =>
  ({document: {node, step: `check:${node}`, checks}}) as unknown as Parameters<typeof sparedRemarks>[0][number]

it('an upgrade says once which questions of critical checks were left out, and at which nodes', () => {
  const reason = sparedWords(['revoked', 'garbage as Basic'])
  const spared = {id: 'auth.negative', status: 'warn', severity: 'critical', reason}
  const remarks = sparedRemarks([kept('n1', [spared]), kept('n2', [spared])])
  assert.is(remarks.length, 1)
  assert.match(remarks[0] ?? '', /^n1, n2: auth\.negative: .*revoked, garbage as Basic/)
})

it('other warnings, and checks that halt nothing, are no business of it', () => {
  const reason = sparedWords(['revoked'])
  assert.equal(
    sparedRemarks([
      kept('n1', [
        {id: 'met.compare', status: 'warn', severity: 'critical', reason: 'slower'},
        {id: 'auth.other', status: 'warn', severity: 'normal', reason},
        {id: 'auth.negative', status: 'pass', severity: 'critical', reason: null},
      ]),
    ]),
    [],
  )
})
it.run()
