import {once} from 'node:events'
import {existsSync, readFileSync, writeFileSync} from 'node:fs'
import {createServer} from 'node:http'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {evaluate} from '#library/evaluate'
import {prometheusFamilies} from '../../support/prometheus-text.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('telling others from the library')

it('a program has the metrics of a run in a file, and hears in its log what could not be told', async () => {
  using dir = tempDir()
  const heard: string[] = []
  const closed = createServer((_, response) => response.writeHead(403).end()).listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const address = closed.address()
  const place = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const asked = {workspace: dir.path, suites: ['contract'], providers: ['mock'], n: 4, allowLoopback: true}
  const {exit, run_id: runId} = await evaluate({
    ...asked,
    metricsFile: 'a.prom',
    notify: `${place}/hook`,
    notifySecretEnv: 'HOOK',
    // A host that exports has an SDK of its own.
    env: {HOOK: 'not-a-real-secret', OTEL_EXPORTER_OTLP_ENDPOINT: place},
    onLog: ({message, facts}) => void (message === 'not told' && heard.push(String(facts['reason']))),
  })
  const families = prometheusFamilies(readFileSync(join(dir.path, 'a.prom'), 'utf8'))
  assert.is(families.get('assay_run_info')?.metrics[0]?.labels?.['run_id'], runId)
  assert.is(families.get('assay_run_exit_code')?.metrics[0]?.value, String(exit.code))
  assert.equal(heard, ['the notice was not taken: the receiver answered 403'])
  closed.close()
})

it('what cannot be told is refused before a run exists', async () => {
  using dir = tempDir()
  const asked = {workspace: dir.path, suites: ['contract'], providers: ['mock']}
  await throwsCode(() => evaluate({...asked, metricsFile: 'no/such/folder.prom'}), 'usage')
  const kept = join(dir.path, 'kept.txt')
  writeFileSync(kept, 'mine')
  await throwsCode(() => evaluate({...asked, metricsFile: kept}), 'usage')
  assert.is(readFileSync(kept, 'utf8'), 'mine')
  await throwsCode(() => evaluate({...asked, notify: 'https://a.example/'}), 'config_invalid')
  const env = {ASSAY_NOTIFY_SECRET: 'not-a-real-secret'}
  await throwsCode(() => evaluate({...asked, env, notify: 'https://10.1.2.3/'}), 'address_refused')
  assert.is(existsSync(join(dir.path, 'runs')), false)
})
it.run()
