import * as assert from 'uvu/assert'
import {SERVICES} from '../support/fakes/fault-rigs.ts'
import {assay} from '../support/hall-rig.ts'
import {BIN, start} from '../support/spawned.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('log level')
const BENCHMARK = ['benchmark', '--operation', 'score', '--iterations', '5', '--warmup', '0']
const EVAL = ['eval', '--suite', 'rollout', '--env', 'two-room', '--n', '20', '--workers', '2']
const DEGREES: Readonly<Record<number, string>> = {20: 'debug', 30: 'info', 40: 'warn'}

interface Told {
  readonly level: number
  readonly event_type: string
  readonly msg: string
  readonly [fact: string]: unknown
}

/** Every line of standard error as a record: nothing else may stand there. */
function records(err: string): Told[] {
  return err
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

const of = (told: readonly Told[], type: string) => told.filter(({event_type}) => event_type === type)
const degrees = (told: readonly Told[]) => [...new Set(told.map(({level}) => DEGREES[level]))].sort()

it('says nothing of a good run at error and at silent, and only the verdict and what led to it at info', async () => {
  for (const level of ['silent', 'error', 'warn']) {
    const {err} = await assay([...BENCHMARK, '--log-level', level])
    assert.is(err, '', level)
  }
  const {err, out} = await assay([...BENCHMARK, '--log-level', 'info'])
  const told = records(err)
  assert.equal(degrees(told), ['info'])
  assert.equal([told[0]?.msg, told.at(-1)?.msg], ['run opened', 'verdict'])
  assert.equal([told.at(-1)?.['verdict'], told.at(-1)?.['exit_code']], ['pass', 0])
  assert.not.ok('pid' in (told[0] ?? {}) || 'hostname' in (told[0] ?? {}))
  assert.not.match(out, 'event_type')
})

it('tells every call and step at debug, from measuring processes and from threads, and keeps standard output one document', async () => {
  for (const argv of [BENCHMARK, EVAL]) {
    using dir = tempDir()
    const {ended} = start([BIN, ...argv, '--log-level', 'debug', '--format', 'json'], dir.path)
    const {out, err} = await ended
    assert.is(JSON.parse(out).command, argv[0])
    const told = records(err)
    const events = of(told, 'provider_event')
    assert.ok(events.length >= 5 && events.every(({level}) => level === 20))
    assert.match(events[0]?.msg ?? '', /^(mock|analytic) \w+ success$/)
    assert.ok(of(told, 'decision').some(({msg}) => msg === 'step began'))
    assert.ok(of(told, 'decision').some(({msg}) => msg === 'rule judged'))
  }
})

it('tells failed calls, rules that do not hold and a bad verdict at warn and info', async () => {
  const wrong = ['benchmark', '--provider', 'zoo.nan', '--operation', 'score', '--iterations', '5', '--warmup', '0']
  const warned = records((await assay([...wrong, '--log-level', 'warn'])).err)
  assert.equal(degrees(warned), ['warn'])
  assert.is(of(warned, 'provider_event').length, 5)
  assert.match(of(warned, 'provider_event')[0]?.msg ?? '', 'zoo.nan score failure')
  assert.is(warned.find(({msg}) => msg === 'verdict')?.['verdict'], 'fail')
  const informed = records((await assay([...wrong, '--log-level', 'info'])).err)
  const rule = informed.find(({msg}) => msg === 'rule judged')
  assert.equal([rule?.['rule'], rule?.['state'], DEGREES[rule?.level ?? 0]], ['execution', 'fail', 'info'])
})

it('tells at info what was left out and why, and what was tried again', async () => {
  const skipped = ['--provider', 'mock', '--provider', 'gr00t', '--allow-skip']
  const told = records(
    (await assay([...BENCHMARK.slice(0, 1), ...skipped, ...BENCHMARK.slice(3), '--log-level', 'info'])).err,
  )
  const left = told.find(({msg, ...facts}) => msg === 'step left out' && /gr00t/.test(String(facts['step_id'])))
  assert.equal([left?.['step_id'], left?.['reason']], ['benchmark.gr00t.policy', 'unconfigured'])
  const server = await SERVICES.runway.start([
    {match: {path: '/v1/tasks/'}, fault: 'status', times: 1, options: {status: 503}},
  ])
  const secret = ['canary', 'loglevel', 'q9x7w3'].join('-')
  const once = ['--provider', 'runway', '--operation', 'generate', '--iterations', '1', '--warmup', '0', '--no-gate']
  const env = SERVICES.runway.env(server, secret)
  const {err} = await assay(['benchmark', ...once, '--log-level', 'info'], {env})
  await server.close()
  const again = of(records(err), 'provider_event')
  assert.equal(
    again.map(({phase, level}) => [phase, DEGREES[level]]),
    [['retry', 'info']],
  )
  assert.not.match(err, secret)
})

it('a secret in what a provider says of itself is masked in every record', async () => {
  const secret = ['canary', 'echo', 'hunter2q9'].join('-')
  const server = await SERVICES.cosmos.start([{match: {path: '/v1/infer'}, fault: 'echo_secret'}])
  const once = ['--provider', 'cosmos', '--operation', 'generate', '--iterations', '2', '--warmup', '0']
  const env = SERVICES.cosmos.env(server, secret)
  const {err} = await assay(['benchmark', ...once, '--log-level', 'debug'], {env})
  await server.close()
  assert.ok(of(records(err), 'provider_event').some(({phase}) => phase === 'failure'))
  assert.not.match(err, secret)
})

it('probes tell their events too, without a run', async () => {
  for (const argv of [['provider', 'health', 'mock'], ['doctor'], ['provider', 'contract', 'mock', '--live']]) {
    const {err} = await assay([...argv, '--log-level', 'debug'])
    assert.ok(of(records(err), 'provider_event').length > 0, argv.join(' '))
  }
})

it('a progress line makes room for a record', async () => {
  const {err} = await assay([...EVAL, '--log-level', 'info'], {isTerminal: true, columns: 80})
  const lines = err.split('\n').filter((line) => line.includes('event_type'))
  assert.ok(lines.length > 0)
  for (const line of lines) JSON.parse(line.slice(line.lastIndexOf('\r') + 1).replace(/^\u001b\[[0-9;]*K/, ''))
})

it.run()
