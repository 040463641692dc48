import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {isRecord} from '#contract/is-record'
import {NODE_CHECKS} from '#host/check/checks'
import {askInMemory} from '#host/control/run-controls'
import {stubAnswer} from '#host/control/stub-host'
import {fakeClock} from '../../support/fakes/fake-clock.ts'
import {spec} from '../../support/spec.ts'

const it = spec('node checks of mutated answers')

// biome-ignore lint/suspicious/noExplicitAny: whatever a mutation made of a document
type Tree = any

/** A document of an honest host, the check that reads it, and when that check may pass, said again in other words. */
interface Case {
  readonly check: string
  readonly path: string
  /** Of one of the two nodes alone, where it is asked of both. */
  readonly host?: string
  readonly honest: object
  readonly isTrue: (document: Tree) => boolean
}

const isWhole = (value: unknown) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

const CASES: readonly Case[] = [
  {
    check: 'health.ready',
    path: '/health/ready',
    honest: {status: 'up', checks: {store: {status: 'up'}, disk: {status: 'up', latency_ms: 1}}},
    isTrue: (doc) =>
      isRecord(doc) &&
      (doc['status'] ?? doc['state']) === 'up' &&
      Object.values(doc['checks'] ?? {}).every(
        (part: Tree) => ['up', 'unknown'].includes(part) || ['up', 'unknown'].includes(part?.status ?? part?.state),
      ),
  },
  {
    check: 'ver.running',
    path: '/api/node/status',
    honest: {version: '2.0.0', instance_id: 'i'},
    isTrue: (doc) => /^v?2\.0\.0(\+.*)?$/.test(doc?.version ?? doc?.node_version),
  },
  {
    check: 'mig.complete',
    path: '/api/node/status',
    honest: {version: '2.0.0', schema_version: 3, migrations: {pending: [], running: null}},
    isTrue: (doc) =>
      (doc?.migrations?.pending === 0 || (Array.isArray(doc?.migrations?.pending) && !doc.migrations.pending.length)) &&
      [undefined, null, false, 0, ''].includes(doc.migrations.running?.length === 0 ? '' : doc.migrations.running),
  },
  {
    check: 'res.disk',
    path: '/api/node/status',
    honest: {storage: {total_bytes: 1000, available_bytes: 500, data_bytes: 10}},
    isTrue: ({storage} = {}) =>
      isWhole(storage?.total_bytes) &&
      isWhole(storage?.available_bytes) &&
      storage.available_bytes <= storage.total_bytes &&
      storage.available_bytes >= 0.15 * storage.total_bytes,
  },
  {
    check: 'cons.status',
    path: '/api/consensus/status',
    host: 'one.invalid',
    honest: {enabled: true, state: 'active', block_height: 41, block_id: 'block'},
    isTrue: (doc) =>
      isWhole(doc?.block_height ?? doc?.finalized_height ?? doc?.height) &&
      doc.enabled !== false &&
      (doc.enabled === true || ['active', 'following', 'synced'].includes(doc.state)) &&
      (typeof doc.state !== 'string' || doc.state === '' || ['active', 'following', 'synced'].includes(doc.state)),
  },
  {
    check: 'cons.agree',
    path: '/api/consensus/status',
    host: 'one.invalid',
    honest: {enabled: true, state: 'active', block_height: 41, block_id: 'block'},
    isTrue: (doc) => doc?.block_height === 41 && doc.block_id === 'block',
  },
  {
    check: 'data.repos',
    path: '/api/repos',
    honest: {
      items: ['kept', 'other'].map((name) => ({id: name, name, owner: 'stub'})),
      total_count: 2,
      total_pages: 1,
    },
    isTrue: (doc) => {
      const list = Array.isArray(doc) ? doc : doc?.items
      const has = (name: string) =>
        list.some(
          (one: Tree) =>
            one?.name === name && ['stub', undefined, null].includes(typeof one.owner === 'object' ? null : one.owner),
        )
      return Array.isArray(list) && has('kept') && has('other')
    },
  },
]

type Path = readonly (string | number)[]

/** Every place of a document, its root first. */
function placesOf(node: unknown, path: Path = []): Path[] {
  if (typeof node !== 'object' || node === null) return [path]
  const below = Array.isArray(node) ? [...node.entries()] : Object.entries(node)
  return [path, ...below.flatMap(([key, value]) => placesOf(value, [...path, key]))]
}

function changed(document: Tree, [key, ...rest]: Path, change: (value: unknown) => unknown): Tree {
  if (key === undefined) return change(document)
  const copy: Tree = Array.isArray(document) ? [...document] : {...document}
  copy[key] = changed(copy[key], rest, change)
  // What is changed to nothing is not there.
  if (copy[key] === undefined) Array.isArray(copy) ? copy.splice(Number(key), 1) : delete copy[key]
  return copy
}

const anyValue = fc.oneof(
  fc.constantFrom(
    undefined,
    null,
    true,
    false,
    0,
    -1,
    1.5,
    2 ** 53,
    1e300,
    '',
    'up',
    'down',
    '41',
    '2.0.0',
    '1.9.9',
    [],
  ),
  fc.jsonValue({maxDepth: 2}),
)
const anyMutation = fc.record({at: fc.nat(), value: anyValue, isWrapped: fc.boolean()})

for (const {check: id, path, host, honest, isTrue} of CASES) {
  const ask = async (document: unknown) => {
    const check = NODE_CHECKS.find((one) => one.id === id)
    assert.ok(check, id)
    const time = fakeClock(0)
    const {signal} = new AbortController()
    const text = JSON.stringify(document) ?? ''
    const asked = askInMemory(
      check,
      {
        fault: 'none',
        answer: (request, count) => {
          const url = new URL(request.url)
          const isMutated = url.pathname === path && (host === undefined || url.host === host)
          return isMutated ? {status: 200, body: text} : stubAnswer('none', request, count)
        },
      },
      {time, signal, pauseMs: 500},
    )
    return (await time.through(asked.catch(() => ({status: 'threw'})))).status
  }

  it(`${id} passes an honest answer, and no mutation of it that makes it untrue`, async () => {
    assert.is(await ask(honest), 'pass')
    await fc.assert(
      fc.asyncProperty(fc.array(anyMutation, {minLength: 1, maxLength: 3}), async (mutations) => {
        let document: unknown = honest
        for (const {at, value, isWrapped} of mutations) {
          const places = placesOf(document)
          document = changed(document, places[at % places.length] ?? [], (old) => (isWrapped ? [old] : value))
        }
        if ((await ask(document)) === 'pass')
          assert.ok(document !== undefined && isTrue(document), JSON.stringify(document))
      }),
      {numRuns: 200},
    )
  })
}

it.run()
