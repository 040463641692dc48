import * as assert from 'uvu/assert'
import {GuardedObserver} from '#telemetry/guarded-observer'
import {runRig} from '../../support/run-rig.ts'
import {spec} from '../../support/spec.ts'

const it = spec('guarded observers')

it('an observer that breaks costs the run nothing, hears no more and is told once', async () => {
  const faults: string[] = []
  let asked = 0
  const broken = {
    told: () => {
      asked++
      throw new Error('a label is missing')
    },
  }
  using run = runRig({observers: [new GuardedObserver(broken, (words) => void faults.push(words))]})
  const {outcome} = await run.conduct()
  assert.equal([outcome.verdict.state, asked], ['pass', 1])
  assert.equal(faults, ['telemetry failed inside: a label is missing'])
})
it.run()
