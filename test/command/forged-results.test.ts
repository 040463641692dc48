import {createHash} from 'node:crypto'
import {cpSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {spec} from '../support/spec.ts'
import {type Workshop, workshop} from '../support/workshop.ts'

const it = spec('forged results')
const LIMIT_MS = 90_000
const EVAL = ['eval', '--suite', 'closed-loop', '--env', 'two-room', '--planner', 'quick', '--n', '12']
const RESULTS = ['episodes.ndjson', 'references.ndjson', 'cells.ndjson', 'result.json']

const sha256 = (bytes: Uint8Array) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

/** Puts the results of another run in the place of those of a run, with every digest that the manifest tells of files. */
function forge(
  shop: Workshop,
  run: string,
  good: string,
  change: (manifest: Manifest) => void = () => undefined,
): void {
  const folder = shop.path('runs', run)
  for (const name of RESULTS) {
    const text = readFileSync(shop.path('runs', good, 'results', name), 'utf8')
    writeFileSync(join(folder, 'results', name), text.replaceAll('analytic', 'zoo.sign-flip'))
  }
  const path = join(folder, 'run_manifest.json')
  const manifest: Manifest = JSON.parse(readFileSync(path, 'utf8'))
  for (const artifact of manifest.artifacts) {
    const bytes = readFileSync(join(folder, artifact.path))
    Object.assign(artifact, {sha256: sha256(bytes), size_bytes: bytes.length})
  }
  change(manifest)
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`)
}

interface Manifest {
  readonly artifacts: {readonly path: string}[]
  result_digest: string
}

it(
  'results of another run in the place of its own are believed by no comparison, baseline or recomputation, and shown by none',
  async () => {
    using shop = workshop()
    const good = (await shop.ask(EVAL)).document.run_id
    const bad = (await shop.ask([...EVAL, '--provider', 'zoo.sign-flip'])).document.run_id
    assert.is((await shop.ask(['runs', 'show', bad])).code, 0)
    forge(shop, bad, good)
    const compare = await shop.ask(['runs', 'compare', good, bad])
    assert.is(compare.code, 1)
    assert.equal(compare.document.comparisons[0].candidate.damaged, ['run_manifest.json', 'results/result.json'])
    assert.is((await shop.ask([...EVAL, '--baseline', bad])).code, 1)
    assert.is((await shop.ask(['eval', '--recompute', bad])).code, 1)
    const shown = await shop.ask(['runs', 'show', bad])
    assert.is(shown.code, 1)
    assert.match(shown.document.exit.reason, 'ledger')
  },
  LIMIT_MS,
)

it(
  'a digest of the result that was made anew too is held against the ledger',
  async () => {
    using shop = workshop()
    const good = (await shop.ask(EVAL)).document.run_id
    const bad = (await shop.ask([...EVAL, '--provider', 'zoo.sign-flip'])).document.run_id
    using elsewhere = workshop()
    cpSync(shop.path('runs', good), elsewhere.path('runs', good), {recursive: true})
    const forged = shop.manifest(good).result_digest
    forge(shop, bad, good, (manifest) => {
      manifest.result_digest = forged
    })
    assert.is((await shop.ask(['eval', '--recompute', bad])).code, 1)
    const compare = await shop.ask(['runs', 'compare', good, bad])
    assert.equal(
      [compare.code, compare.document.comparisons[0].candidate.damaged.includes('run_manifest.json')],
      [1, true],
    )
    // A run that was copied has no ledger beside it, and is as good as its files.
    const copied = await elsewhere.ask(['runs', 'compare', good, good])
    assert.equal(copied.document.comparisons[0].candidate.damaged, [])
  },
  LIMIT_MS,
)

it.run()
