import {once} from 'node:events'
import {readFileSync} from 'node:fs'
import {type AddressInfo, createServer} from 'node:net'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {type Workshop, workshop} from '../support/workshop.ts'

const it = spec('mistakes of callers')
/** What `--input-file` may not be. */
const BAD_INPUTS = [
  'nowhere.json',
  '.',
  'no-json.json',
  'other-key.json',
  'no-info.json',
  'bad-tensor.json',
  'nan.json',
  'empty.json',
]
const LIMIT_MS = 120_000
const TRANSLATOR = readFileSync(join(ROOT, 'docs', 'examples', 'two-room-translator.json'), 'utf8')

/** Counts who connects and hangs up: whoever wants an answer of a provider gets none. */
async function listener() {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const {port} = server.address() as AddressInfo
  const env = {
    ASSAY_ALLOW_LOOPBACK: '1',
    OPENPI_BASE_URL: `ws://127.0.0.1:${port}`,
    GROOT_POLICY_HOST: '127.0.0.1',
    GROOT_POLICY_PORT: String(port),
    COSMOS_BASE_URL: `http://127.0.0.1:${port}`,
    COSMOS_POLICY_BASE_URL: `http://127.0.0.1:${port}`,
    LEWORLDMODEL_POLICY: 'p',
    ASSAY_BRIDGE_URL: `http://127.0.0.1:${port}`,
  }
  return {env, heard: () => connections, close: () => server.close()}
}
const image = (...shape: number[]) => ({dtype: 'uint8', shape, seed: 1})
const inputs = (more: object) => JSON.stringify({inputs: more})
const FILES: Readonly<Record<string, string>> = {
  'good.json': TRANSLATOR,
  'no-json.json': '{',
  'unknown-key.json': JSON.stringify({...JSON.parse(TRANSLATOR), emits: []}),
  'no-such-entry.json': JSON.stringify({...JSON.parse(TRANSLATOR), observe: {a: {from: ['walker.z']}}}),
  'elsewhere.json': JSON.stringify({...JSON.parse(TRANSLATOR), worlds: ['pendulum']}),
  'for-gr00t.json': JSON.stringify({...JSON.parse(TRANSLATOR), provider: 'gr00t'}),
  'narrow.json': JSON.stringify({...JSON.parse(TRANSLATOR), expects: {actions: [null, 1]}}),
  'inputs.json': inputs({policy_info: {'observation/state': {dtype: 'float32', shape: [8], fill: 0}}}),
  'empty.json': inputs({}),
  'other-key.json': inputs({policy_inf: {}}),
  'no-info.json': inputs({policy_info: {}}),
  'bad-tensor.json': inputs({policy_info: {a: {dtype: 'float32', shape: [2], data: [1]}}}),
  'nan.json': '{"inputs": {"policy_info": {"a": NaN}}}',
  'cosmos-two-images.json': inputs({policy_info: {primary_image: image(8, 8, 3), task_description: 'x'}}),
  'cosmos-flat-image.json': inputs({
    policy_info: {
      primary_image: image(8, 8),
      left_wrist_image: image(8, 8, 3),
      right_wrist_image: image(8, 8, 3),
      proprio: {dtype: 'float32', shape: [14], fill: 0},
      task_description: 'x',
    },
  }),
  'lewm-rank.json': inputs({
    score_info: {pixels: image(8, 8, 3), goal: image(8, 8, 3), action: [[[[0]]]]},
    score_action_candidates: [[[[0]]]],
  }),
  'lewm-missing.json': inputs({score_info: {goal: image(1, 1, 1, 8, 8, 3)}, score_action_candidates: [[[[0]]]]}),
  'long-clip.json': inputs({generation_prompt: 'a cup', generation_duration_seconds: -5}),
}
const job = (use: string, settings: string) =>
  `schema_version: 1\nname: j\nsteps:\n  - {id: first, use: benchmark, with: {providers: [mock], operations: [predict], warmup: 0, iterations: 3}}\n  - {id: act, use: ${use}, needs: [first], with: {${settings}}}\n`
const POLICY = ['--suite', 'policy', '--env', 'two-room', '--n', '2']
const evaluated = (...more: string[]) => ['eval', ...POLICY, '--provider', 'openpi', ...more]
const timed = (provider: string, ...more: string[]) => [
  'benchmark',
  '--provider',
  provider,
  '--warmup',
  '0',
  '--iterations',
  '2',
  ...more,
]
const promised = (provider: string, ...more: string[]) => ['provider', 'contract', provider, '--live', ...more]
const MISTAKES: readonly (readonly string[])[] = [
  evaluated(),
  evaluated('--translator', 'nowhere.json'),
  evaluated('--translator', '.'),
  evaluated('--translator', 'no-json.json'),
  evaluated('--translator', 'unknown-key.json'),
  evaluated('--translator', 'no-such-entry.json'),
  evaluated('--translator', 'elsewhere.json'),
  evaluated('--translator', 'for-gr00t.json'),
  evaluated('--translator', 'narrow.json'),
  evaluated('--translator', 'builtin:none'),
  evaluated('--translator', 'good.json', '--suite', 'nothing'),
  evaluated('--translator', 'good.json', '--gate', 'no-json.json'),
  [
    'eval',
    '--suite',
    'score-ranking',
    '--env',
    'two-room',
    '--provider',
    'leworldmodel',
    '--translator',
    'no-such-entry.json',
  ],
  timed('openpi', '--operation', 'policy', '--input-file', 'inputs.json'),
  timed('openpi', '--operation', 'policy', '--input-file', 'inputs.json', '--translator', 'nowhere.json'),
  timed('openpi', '--operation', 'policy', '--input-file', 'inputs.json', '--translator', 'for-gr00t.json'),
  timed('openpi', '--operation', 'policy', '--input-file', 'inputs.json', '--translator', 'unknown-key.json'),
  timed('openpi', '--operation', 'policy', '--input-file', 'inputs.json', '--translator', 'narrow.json'),
  ...BAD_INPUTS.map((file) =>
    timed('openpi', '--operation', 'policy', '--translator', 'good.json', '--input-file', file),
  ),
  timed(
    'cosmos-policy',
    '--operation',
    'policy',
    '--translator',
    'builtin:raw',
    '--input-file',
    'cosmos-two-images.json',
  ),
  timed(
    'cosmos-policy',
    '--operation',
    'policy',
    '--translator',
    'builtin:raw',
    '--input-file',
    'cosmos-flat-image.json',
  ),
  timed('gr00t', '--operation', 'policy', '--translator', 'builtin:raw', '--input-file', 'no-info.json'),
  timed('gr00t', '--operation', 'policy', '--translator', 'builtin:raw', '--input-file', 'inputs.json'),
  ...['lewm-rank.json', 'lewm-missing.json'].map((file) =>
    timed('leworldmodel', '--operation', 'score', '--input-file', file),
  ),
  timed('cosmos', '--operation', 'generate', '--input-file', 'long-clip.json'),
  timed('cosmos', '--operation', 'score'),
  ...BAD_INPUTS.map((file) => promised('openpi', '--input-file', file)),
  promised('cosmos-policy', '--input-file', 'cosmos-two-images.json'),
  promised('cosmos-policy', '--input-file', 'cosmos-flat-image.json'),
  promised('gr00t', '--input-file', 'inputs.json'),
  ...['lewm-rank.json', 'lewm-missing.json'].map((file) => promised('leworldmodel', '--input-file', file)),
  promised('openpi', '--timeout', '-1'),
  ['provider', 'health', 'openpi', '--timeout', 'soon'],
  ['provider', 'health', 'openpi', '--providers', 'nowhere.yaml'],
  ['provider', 'health', 'openpi', '--level', 'perfect'],
  ['run', 'eval-nowhere.yaml'],
  ['run', 'eval-unknown.yaml'],
  ['run', 'eval-other.yaml'],
  ['run', 'benchmark-other.yaml'],
  ['run', 'benchmark-inputs.yaml'],
  ['run', 'benchmark-none.yaml'],
]
const JOBS = {
  'eval-nowhere.yaml': job('eval', 'suite: policy, env: two-room, providers: [openpi], translator: nowhere.json'),
  'eval-unknown.yaml': job('eval', 'suite: policy, env: two-room, providers: [openpi], translator: unknown-key.json'),
  'eval-other.yaml': job('eval', 'suite: policy, env: two-room, providers: [openpi], translator: no-such-entry.json'),
  'benchmark-other.yaml': job(
    'benchmark',
    'providers: [openpi], operations: [policy], input_file: inputs.json, translator: unknown-key.json',
  ),
  'benchmark-inputs.yaml': job(
    'benchmark',
    'providers: [openpi], operations: [policy], input_file: bad-tensor.json, translator: good.json',
  ),
  'benchmark-none.yaml': job('benchmark', 'providers: [openpi], operations: [policy], input_file: inputs.json'),
}

async function tried(shop: Workshop, argv: readonly string[]): Promise<string> {
  const server = await listener()
  try {
    const {code, err, out} = await shop.tell(argv, {env: server.env})
    return `${code} after ${server.heard()} connections, ${shop.runs().length} runs: ${(err + out).slice(0, 300)}`
  } finally {
    server.close()
  }
}

it(
  'end in 2 before anybody is connected to, whatever the command',
  async () => {
    using shop = workshop()
    for (const [name, text] of Object.entries({...FILES, ...JOBS})) shop.put(name, text)
    const seen: string[] = []
    for (const argv of MISTAKES) {
      const ended = await tried(shop, argv)
      if (!ended.startsWith('2 after 0 connections, 0 runs')) seen.push(`${argv.join(' ')}: ${ended}`)
    }
    assert.equal(seen, [])
  },
  LIMIT_MS,
)

it.run()
