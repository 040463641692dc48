import type {Answer} from './asked.ts'
import {instanceOf, type SecondState, unix} from './second-state.ts'

const up = (json: object): Answer => ({status: 200, json})

/** Health, status and consensus, which need no token here. */
export function answerNode(state: SecondState, path: string): Answer | undefined {
  if (path === '/health/ready') return ready(state)
  if (path === '/api/node/status') return status(state)
  if (path === '/api/consensus/status') return consensus(state)
  if (path === '/api/consensus/validators') return validators(state)
  return undefined
}

function ready(state: SecondState): Answer {
  state.polls++
  state.onPoll()
  if (state.has('ready-html')) return {status: 200, text: '<!doctype html><p>ok</p>', type: 'text/html'}
  if (state.has('ready-redirect')) return {status: 302, json: {}}
  if (state.has('ready-empty')) return up({})
  if (state.has('ready-flaps') && state.polls % 3 === 2) return {status: 503, json: {status: 'wait'}}
  const store = {status: state.has('ready-component-down') ? 'down' : 'ok'}
  const version = state.has('ready-other-version') ? {version: '0.9.0'} : {}
  return up({status: state.has('ready-down') ? 'down' : 'ok', ...version, checks: {store}})
}

function status(state: SecondState): Answer {
  return up({
    version: state.has('old-version') ? '0.9.0' : state.version,
    instance_id: state.has('one-process') ? instanceOf(state.options.validators?.names[0] ?? '') : state.instance,
    started_at: state.startedAt,
    schema_version: 3,
    migrations: {pending: state.has('migration-pending') ? 2 : 0},
    sync_status: 'synced',
    finalized_height: heightOf(state),
    is_leader: state.options.validators?.names[0] === state.options.validators?.own,
    storage: {
      total_bytes: 1e12,
      available_bytes: state.has('disk-low') ? 4e10 : 6e11,
      total_inodes: 1e6,
      available_inodes: state.has('inodes-low') ? 4e4 : 9e5,
      data_bytes: 1e9,
    },
    config_sha256: state.has('config-drift') ? 'b'.repeat(64) : 'a'.repeat(64),
  })
}

function heightOf(state: SecondState): unknown {
  const {validators} = state.options
  if (validators === undefined || state.has('height-null')) return null
  const {startedAt, blockMs} = validators.chain
  const height = state.has('height-stuck') ? 1 : 1 + Math.floor((Date.now() - startedAt) / blockMs)
  if (state.has('height-swings')) return 1 + (state.polls++ % 2)
  return state.has('height-text') ? String(height) : height
}

function consensus(state: SecondState): Answer {
  const {validators} = state.options
  if (validators === undefined || state.has('consensus-disabled'))
    return up({enabled: false, state: 'disabled', finalized_height: null})
  const height = heightOf(state)
  const salt = state.has('block-other') ? 'fork' : 'one'
  const idOf = (at: number) => (state.has('block-same') ? `${salt}-1` : `${salt}-${at}`)
  const others = validators.names.filter((name) => name !== validators.own)
  return up({
    enabled: true,
    state: 'active',
    finalized_height: height,
    block_id: typeof height === 'number' ? idOf(height) : null,
    ...(state.has('out-of-step') && {synced: false}),
    ...(state.has('no-quorum') && {has_quorum: false}),
    is_leader: validators.names[0] === validators.own,
    current_leader: validators.names[0],
    peers: others.map((name, at) => ({
      name: state.has('peers-one') ? others[0] : name,
      connected: !state.has('peers-gone'),
      at,
    })),
    recent: Array.from({length: 20}, (_, back) => ({
      height: Number(height) - back,
      block_id: idOf(Number(height) - back),
    })),
  })
}

function validators(state: SecondState): Answer {
  const {validators} = state.options
  if (validators === undefined) return {status: 404, json: {message: 'no network'}}
  const names = state.has('validator-missing') ? validators.names.slice(1) : validators.names
  const told = state.has('validator-twice') ? [...names, names[0]] : names
  const weight = state.has('weights-differ') ? 2 : 1
  return up({validators: told.map((name, at) => ({name, weight: at === 0 ? weight : 1, connected: true}))})
}

export function metricsText(state: SecondState): {readonly type: string; readonly text: string} {
  if (state.has('metrics-html')) return {type: 'text/html', text: '<html>metrics</html>'}
  if (state.has('metrics-empty')) return {type: 'text/plain', text: ''}
  if (state.has('metrics-frozen')) return {type: 'text/plain', text: 'lantern_scrapes_total 7\n'}
  const startedAt = state.startedAt / 1000 + (state.has('metrics-of-tomorrow') ? 86_400 : 0)
  // Told as often as it was asked, or ever less.
  const asked = state.has('metrics-fall') ? 1e6 - state.polls++ : state.polls++
  const lines = [
    '# TYPE lantern_scrapes_total counter',
    `lantern_scrapes_total ${state.has('metrics-no-count') ? 'NaN' : asked}`,
    '# TYPE lantern_http_requests_total counter',
    ...[...state.requests].map(([code, count]) => `lantern_http_requests_total{code="${code}"} ${count}`),
    '# TYPE process_start_time_seconds gauge',
    `process_start_time_seconds ${startedAt}`,
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
    ...(state.has('metrics-secret') ? [`lantern_token_info{value="${state.tokens[0]?.value}"} 1`] : []),
    `lantern_uptime_seconds ${unix() - state.startedAt / 1000}`,
  ]
  return {type: 'text/plain; version=0.0.4', text: `${lines.join('\n')}\n`}
}
