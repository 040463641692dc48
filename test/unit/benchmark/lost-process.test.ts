import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {planItems} from '#benchmark/model/ledger'
import {resolveLoadSettings} from '#benchmark/model/settings'
import {LostProcess} from '#benchmark/session/lost-process'
import {localSessions} from '#benchmark/session/open-session'
import type {OpenSession} from '#benchmark/session/session'
import {conductInProcess} from '../../support/benchmark-in-process.ts'
import {fakeLibrary} from '../../support/fakes/fake-library.ts'
import {blindVitals} from '../../support/fakes/no-vitals.ts'
import {virtualTime} from '../../support/fakes/virtual-time.ts'
import {runRig} from '../../support/run-rig.ts'
import {spec} from '../../support/spec.ts'

const it = spec('lost process')

it('keeps what was measured, goes on with other providers, and has no verdict', async () => {
  using rig = runRig()
  const {open} = fakeLibrary(() => ({}), rig.clock)
  const sessions = localSessions({
    ...virtualTime(rig.clock),
    watchVitals: blindVitals,
    recordings: {},
    openLibrary: open,
  })
  // The process of mock dies in its second operation.
  const openSession: OpenSession = async (place, signal) => {
    const session = await sessions(place, signal)
    return {
      ...session,
      measure: async (target, ...rest) => {
        if (target.provider === 'mock' && target.operation === 'score') {
          throw new LostProcess('mock', {kind: 'signalled', signal: 'SIGSEGV'})
        }
        return await session.measure(target, ...rest)
      },
    }
  }
  const settings = resolveLoadSettings({providers: ['mock', 'analytic'], iterations: 30, warmUp: 0})
  const known = ['mock', 'analytic'].map((name) => ({
    name,
    operations: ['predict', 'score', 'embed'] as const,
    missing: [],
  }))
  const plan = {
    commandArgv: ['benchmark'],
    settings,
    items: planItems({...settings, hasTranslator: true}, known),
    budgets: [],
    oldBudgets: [],
    noise: undefined,
    cases: [{}],
    recordings: {},
    requests: {},
    policy: {},
    providerProfile: {},
    envSummary: [],
  }
  const ports = {...rig.ports, openSession}
  const {result} = await conductInProcess({workspace: rig.path, plan}, ports, new AbortController().signal)
  assert.is(result.exit.name, 'unavailable')
  assert.match(result.exit.reason, 'the process of mock ended by SIGSEGV while it measured')
  assert.equal(
    result.rows.map(({provider, operation}) => `${provider} ${operation}`),
    ['mock predict', 'analytic predict', 'analytic score', 'analytic embed'],
  )
  assert.equal(
    result.planned.filter(({reason}) => reason === 'process_lost').map(({operation}) => operation),
    ['score', 'embed'],
  )
  const trace = JSON.parse(readFileSync(join(rig.path, result.run_path, 'reports', 'workflow_trace.json'), 'utf8'))
  assert.is(trace.status, 'failed')
})

it.run()
