import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {SERVICES} from '../support/fakes/fault-rigs.ts'
import {assay} from '../support/hall-rig.ts'
import {BIN, start} from '../support/spawned.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('trace context of commands')
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const GIVEN = `00-${TRACE}-00f067aa0ba902b7-00`

type Run = (argv: readonly string[], at: {cwd: string; env: Record<string, string>}) => Promise<{code: number | null}>
/** Threads read the environment of their process. */
const spawned: Run = (argv, {cwd, env}) => start([BIN, ...argv], cwd, env).ended

async function eventsOf(argv: readonly string[], env: Record<string, string>, run: Run = assay) {
  using dir = tempDir()
  const {code} = await run(argv, {cwd: dir.path, env})
  assert.ok(code === 0 || code === 4, String(code))
  const [id = ''] = readdirSync(join(dir.path, 'runs')).filter((name) => /^\d{8}T/.test(name))
  const lines = readFileSync(join(dir.path, 'runs', id, 'logs', 'events.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line) => JSON.parse(line))
}

const BENCHMARK = ['benchmark', '--operation', 'score', '--iterations', '5', '--warmup', '0']
const EVAL = ['eval', '--suite', 'rollout', '--env', 'two-room', '--n', '20', '--workers', '2']

it('every event of a run says that it is one, and in which trace it belongs, from measuring processes and threads too', async () => {
  for (const argv of [BENCHMARK, EVAL]) {
    const events = await eventsOf(argv, {TRACEPARENT: GIVEN}, spawned)
    assert.ok(events.length > 0)
    assert.equal(
      [...new Set(events.map(({event_type, trace_id}) => `${event_type} ${trace_id}`))],
      [`provider_event ${TRACE}`],
    )
    assert.is(new Set(events.map(({span_id}) => span_id)).size, events.length)
  }
})

it('a value that is none is ignored', async () => {
  const events = await eventsOf(BENCHMARK, {TRACEPARENT: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`})
  assert.ok(events.every((event) => event.event_type === 'provider_event' && !('trace_id' in event)))
})

it('a server of the host hears the trace, sampled as it was, and the hosted service does not', async () => {
  for (const [name, isTold] of [
    ['cosmos', true],
    ['runway', false],
  ] as const) {
    const server = await SERVICES[name].start([])
    const env = {...SERVICES[name].env(server, 'canary-trace-q9x7'), TRACEPARENT: GIVEN}
    const once = ['--operation', 'generate', '--iterations', '1', '--warmup', '0', '--no-gate']
    const events = await eventsOf(['benchmark', '--provider', name, ...once], env)
    const call = events.find(({operation}) => operation === 'generate')
    const sent = server.requests().find(({method}) => method === 'POST')
    assert.is(sent?.headers['traceparent'], isTold ? `00-${TRACE}-${call.span_id}-00` : undefined)
    await server.close()
  }
})

it.run()
