// Counts no coverage: evaluations whose lines the tests of suites run too.
import {cpSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {isRunId} from '#contract/ids'
import {ROOT} from '../support/hall-rig.ts'
import {type ResultDigests, resultDigests} from '../support/result-digests.ts'
import {spec} from '../support/spec.ts'
import {workshop} from '../support/workshop.ts'

const it = spec('golden results')
const LIMIT_MS = 120_000
const HOME = join(ROOT, 'fixtures', 'golden', 'recorded')
const MEASURED = join(HOME, 'measured.json')

/** A command line, and what it measured when the file was written. */
interface Measured {
  readonly command: string
  readonly exit: number
  readonly suites: ResultDigests
}

it(
  'runs of an earlier version are whole, say what their numbers say, and come to the same bytes when computed again',
  async () => {
    using shop = workshop()
    cpSync(HOME, shop.root, {recursive: true})
    let compared = 0
    for (const id of readdirSync(join(HOME, 'runs')).filter(isRunId)) {
      const {code, document} = await shop.ask(['runs', 'verify', id])
      assert.is(code, 0, JSON.stringify(document.findings))
      if (shop.manifest(id).kind !== 'eval') continue
      const again = await shop.ask(['eval', '--recompute', id])
      // A raised version says so itself; nobody computes what another one measured.
      if (again.document.error?.code === 'suite_changed') continue
      compared++
      for (const name of ['result.json', 'episodes.ndjson', 'references.ndjson', 'cells.ndjson', 'failures.json']) {
        const read = (run: string) => shop.read('runs', run, 'results', name)
        assert.ok(read(again.document.run_id) === read(id), `${name} of ${id} is another one when computed again`)
      }
    }
    assert.ok(compared >= 2, `${compared} runs were computed again`)
  },
  LIMIT_MS,
)

it(
  'every suite measures what an earlier version measured, to the byte, or is another version and says why in the changelog',
  async () => {
    const before: readonly Measured[] = JSON.parse(readFileSync(MEASURED, 'utf8'))
    const now: Measured[] = []
    using shop = workshop()
    for (const {command} of before) {
      const {code, document} = await shop.ask(command.split(' '))
      now.push({command, exit: code, suites: resultDigests(join(shop.root, 'runs', document.run_id))})
    }
    const found = now.flatMap(({suites}, at) => silentChanges(before[at]?.suites ?? {}, suites))
    assert.equal(found, [], 'a change of results is a new version of the suite, told in CHANGELOG.md')
    if (process.env['ASSAY_UPDATE_GOLDEN'] === '1') writeFileSync(MEASURED, `${JSON.stringify(now, null, 2)}\n`)
    assert.equal(now, JSON.parse(readFileSync(MEASURED, 'utf8')))
  },
  LIMIT_MS,
)

it('a suite that comes to something else is found, unless its version was raised', () => {
  const before = {rollout: {version: 1, sha256: 'a'}}
  assert.equal(silentChanges(before, {rollout: {version: 1, sha256: 'b'}}), ['rollout'])
  assert.equal(silentChanges(before, {}), ['rollout'])
  assert.equal(silentChanges(before, {rollout: {version: 2, sha256: 'b'}}), [])
  assert.equal(silentChanges(before, before), [])
})

function silentChanges(before: ResultDigests, now: ResultDigests): string[] {
  return Object.keys(before).filter(
    (name) => now[name]?.sha256 !== before[name]?.sha256 && (now[name]?.version ?? 0) <= (before[name]?.version ?? 0),
  )
}

it.run()
