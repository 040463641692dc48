import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('times of a provider')
const env = {PATH: process.env['PATH'] ?? ''}

/** Answers at once; its process, and what is said to it and back, are all that takes time. */
const IDLE = `
const once = {timeout_seconds: 30, max_elapsed_seconds: null, retry: {max_attempts: 1, backoff_seconds: 0, backoff_multiplier: 1,
  max_backoff_seconds: 0, jitter: 0, max_retry_after_seconds: 0, retryable_status_codes: []}}
export const assayProvider = {apiVersion: 1, create: () => ({
  profile: {name: 'idle', maturity: 'experimental', capabilities: ['score'], transport: 'in_process', deterministic: true,
    requires: {all_of: [], any_of: []}, optional: [], max_probe_level: 'serving', idempotent: ['score'],
    request_policy: {health: once, request: once}},
  score: ({action_candidates}) => ({scores: Array(action_candidates.shape[1]).fill(1), lower_is_better: true}),
  probe: (level) => ({level, ok: true, detail: 'here'}),
})}`

it('what Assay does for a call of a module is no time of the module', async () => {
  using dir = tempDir()
  writeFileSync(join(dir.path, 'idle.mjs'), IDLE)
  const asked = ['benchmark', '--provider-module', './idle.mjs', '--operation', 'score', '--iterations', '200']
  const {code, document} = await assayJson(asked, {cwd: dir.path, env})
  assert.is(code, 0)
  const [row] = document.rows
  // One caller: the share of the measured time in which somebody was asked.
  const share = (row.p50_latency_ms / 1000) * row.throughput_per_second
  assert.ok(share < 0.25, `${row.p50_latency_ms} ms of a call, ${row.throughput_per_second} calls a second`)
})

it.run()
