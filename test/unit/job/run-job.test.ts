import {setTimeout as sleep} from 'node:timers/promises'
import * as assert from 'uvu/assert'
import {AssayError} from '#error/assay-error'
import {runJobItems} from '#job/run-job'
import {Redactor} from '#redact/redactor'
import {fakeClock} from '../../support/fakes/fake-clock.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('run job')

const step = (id: string, more: object = {}) => ({id, use: 'exec', with: {argv: ['x']}, ...more})
const FAILED = {
  verdict: {
    schema_version: 1,
    state: 'fail',
    exit: {code: 1, name: 'failed', reason: 'r'},
    basis: 'none',
    rules: [],
    caveats: [],
  },
  reasonCode: 'x',
  result: {},
  resultSummary: {},
  report: {title: 't', status: 'fail', facts: [], tables: [], cases: [], remarks: []},
}

it('a step that cannot be written down while another one is being skipped ends the job, and no rejection is left unheard', async () => {
  const steps = [
    step('f'),
    step('a', {needs: ['f']}),
    step('b', {needs: ['a']}),
    step('x', {needs: ['f'], when: 'failure'}),
  ]
  const items = steps.map((one, ordinal) => ({
    item_id: one.id.repeat(16),
    step_id: one.id,
    unit: {use: 'exec', with: {}, cell: {}},
    exclusive: false,
    provider_identity: [],
    inputs: [],
    step: one,
    traceId: one.id,
    ordinal,
  }))
  const ready = {
    planned: {job: {schema_version: 1, name: 'j', steps}, plan: {}, items},
    prepared: new Map(items.map((item) => [item.item_id, {providers: [], operations: [], run: async () => FAILED}])),
  }
  const done = async () => undefined
  const trial = {
    runId: 'r',
    eventHandler: () => undefined,
    undo: {},
    write: done,
    lines: done,
    childLog: done,
    place: done,
    steps: {
      group: async ({stepId}: {stepId: string}) => {
        if (stepId === 'x') throw new AssayError('disk_full', 'cannot write (ENOSPC)')
      },
      start: done,
      finish: done,
      skip: async () => await sleep(20),
    },
  }
  const unheard: unknown[] = []
  const hear = (reason: unknown) => void unheard.push(reason)
  process.on('unhandledRejection', hear)
  try {
    const ports = {
      clock: fakeClock(),
      redactor: new Redactor(),
      files: {reader: {facts: () => undefined}},
      globs: {},
      progress: {update: () => undefined},
    }
    const {signal} = new AbortController()
    await throwsCode(() => runJobItems(ready as never, trial as never, ports as never, signal), 'disk_full')
    await sleep(20)
    assert.equal(unheard, [])
  } finally {
    process.off('unhandledRejection', hear)
  }
})

it.run()
