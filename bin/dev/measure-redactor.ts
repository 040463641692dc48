// Prints how fast the redactor reads ordinary text, and how long each layer takes for hostile lines of 200 KB.
import {ALL_LAYERS, type Layers} from '../../src/redact/layers.ts'
import {Redactor} from '../../src/redact/redactor.ts'
import {TOKEN_FAMILIES} from '../../src/redact/token-families.ts'
import {findTokens} from '../../src/redact/tokens.ts'
import {HOSTILE_UNITS, hostileLine} from '../../test/support/hostile-units.ts'

const HOSTILE_LENGTH = 200_000
const MOST_MS = 250
const LEAST_MS = 15
/** Four where a layer is linear; twelve would be the square and more. */
const MOST_GROWTH = 8

function record(at: number) {
  return {
    schema_version: 1,
    sequence: at,
    occurred_at: new Date(1_790_000_000_000 + at * 137).toISOString(),
    phase: at % 3 ? 'success' : 'retry',
    operation: 'generate',
    run_id: `20261121T0742${String(at % 60).padStart(2, '0')}417Z-k3q7xz`,
    target: `https://api.example.com/v1/worlds/${at}/frames`,
    latency_ms: (at * 7919) % 1000,
    digest: `sha256:${(at * 2654435761).toString(16).padStart(8, '0').repeat(8).slice(0, 64)}`,
    message: `frame ${at} of ${at * 3} was generated in time; token count 17, no author given, see docs/usage.md`,
    nested: {max_tokens: 4096, finished: at % 2 === 0, ratios: [0.25, 0.5, at / 7]},
  }
}

function time(work: () => void): number {
  const before = performance.now()
  work()
  return performance.now() - before
}

function redactorWithValues(): Redactor {
  const redactor = new Redactor({
    roots: [
      {path: '/home/alice', mark: '<home>'},
      {path: '/home/alice/work', mark: '<cwd>'},
    ],
  })
  for (let at = 0; at < 20; at++) redactor.register(`planted-${(at * 7_919_001).toString(36)}-value-${at}`)
  return redactor
}

const records = Array.from({length: 30_000}, (_, at) => record(at))
const text = records.map((item) => JSON.stringify(item)).join('\n')
const megabytes = text.length / 1e6
for (const [name, work] of [
  ['text, one document', (redactor: Redactor) => void redactor.text(text)],
  ['text, line by line', (redactor: Redactor) => text.split('\n').forEach((line) => void redactor.text(line))],
  ['json, one document', (redactor: Redactor) => void redactor.json(records)],
  ['line, NDJSON records', (redactor: Redactor) => records.forEach((item) => void redactor.line(item))],
  ['findInText', (redactor: Redactor) => void redactor.findInText(text)],
] as const) {
  const redactor = redactorWithValues()
  work(redactor)
  const ms = time(() => work(redactor))
  console.log(`${name.padEnd(24)} ${(megabytes / (ms / 1000)).toFixed(0).padStart(6)} MB/s`)
}

const redactor = redactorWithValues()
const words = [
  'passed',
  'generate',
  'k3q7xz',
  '20261121T074233417Z-k3q7xz',
  'application/json',
  '/health/ready',
  '42',
  'v1.2.3',
]
const shortMs = time(() => {
  for (let at = 0; at < 1_000_000; at++) redactor.text(words[at % words.length] ?? '')
})
console.log(`${'short clean string'.padEnd(24)} ${shortMs.toFixed(0).padStart(6)} ns`)

const FAMILY_UNITS = TOKEN_FAMILIES.flatMap((family) => family.prefixes.flatMap((prefix) => [prefix, `${prefix}a`]))
const slow: string[] = []
const layers = [
  ...ALL_LAYERS.finders.map((find) => ({name: find.name, layers: {...ALL_LAYERS, finders: [find], hostPaths: false}})),
  {name: 'host paths', layers: {...ALL_LAYERS, finders: []}},
  {name: 'all layers', layers: ALL_LAYERS},
]
for (const {name, layers: one} of layers) {
  let worst = {ms: 0, unit: '', growth: 0}
  // Beginnings of tokens matter to the layer of token formats, and once to all layers together.
  const units =
    name === 'all layers' || one.finders.includes(findTokens) ? [...HOSTILE_UNITS, ...FAMILY_UNITS] : HOSTILE_UNITS
  for (const unit of units) {
    const [quarter = 0, half = 0, whole = 0] = [50_000, 100_000, HOSTILE_LENGTH].map((length) =>
      hostileMs(unit, length, one),
    )
    const told = `${name}: ${JSON.stringify(unit)} ${quarter.toFixed(1)}, ${half.toFixed(1)}, ${whole.toFixed(1)} ms`
    if (whole > MOST_MS) slow.push(told)
    // Four times the text takes four times as long; below some milliseconds the clock decides. Looked at twice before it is said.
    if (whole > LEAST_MS && whole / quarter > MOST_GROWTH && againGrowth(unit, one) > MOST_GROWTH)
      slow.push(`${told}: not linear`)
    if (whole > worst.ms) worst = {ms: whole, unit, growth: whole / quarter}
  }
  console.log(
    `${name.padEnd(24)} ${worst.ms.toFixed(0).padStart(6)} ms at worst for 200 KB, ${worst.growth.toFixed(1)} times those for 50 KB (${JSON.stringify(worst.unit)})`,
  )
}
console.log(slow.length > 0 ? `too slow:\n  ${slow.join('\n  ')}` : 'every layer is linear and quick on hostile lines')
process.exitCode = slow.length > 0 ? 1 : 0

/** Processor time, the least of three: what else the machine does must not count. */
function hostileMs(unit: string, length: number, one: Layers): number {
  const line = hostileLine(unit, length)
  const hostile = new Redactor({roots: [{path: '/home/alice', mark: '<home>'}]}, one)
  hostile.register('planted-value-0001')
  hostile.register('a'.repeat(100))
  hostile.text('warm')
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage()
    hostile.text(line)
    return process.cpuUsage(before).user / 1_000
  })
  return Math.min(...times)
}

function againGrowth(unit: string, one: Layers): number {
  return hostileMs(unit, HOSTILE_LENGTH, one) / Math.max(0.1, hostileMs(unit, 50_000, one))
}
