import {cpSync, globSync, readdirSync, readFileSync} from 'node:fs'
import {basename, join} from 'node:path'
import * as assert from 'uvu/assert'
import {isRunId} from '#contract/ids'
import {Redactor} from '#redact/redactor'
import {filesIn} from '../support/evidence-rig.ts'
import {assay} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('golden workspaces')
const LIMIT_MS = 60_000
const homes = globSync('fixtures/golden/v*').sort()

/** A copy: reading must change nothing, but a reader that does would otherwise change the fixture. */
function workspace(home: string) {
  const dir = tempDir()
  cpSync(home, dir.path, {recursive: true})
  return dir
}

async function read(cwd: string, ...words: string[]): Promise<Record<string, unknown>> {
  const {code, out, err} = await assay([...words, '--format', 'json'], {cwd})
  assert.is(code, 0, `${words.join(' ')}: ${err || out.slice(0, 500)}`)
  return JSON.parse(out)
}

it('there is one of this version', () => {
  const {version} = JSON.parse(readFileSync('package.json', 'utf8'))
  assert.ok(homes.map((home) => basename(home)).includes(`v${version}`), 'run node bin/dev/make-golden.ts')
})

for (const home of homes) {
  const ids = readdirSync(join(home, 'runs')).filter(isRunId)

  it(
    `${basename(home)} is listed, shown and verified`,
    async () => {
      using at = workspace(home)
      const before = filesIn(at.path)
      const list = await read(at.path, 'runs', 'list', '--strict')
      const entries = list['entries'] as {run_id: string; kind: string}[]
      assert.equal(entries.map((entry) => entry.run_id).sort(), ids)
      assert.equal(entries.map((entry) => entry.kind).sort(), ['benchmark', 'eval', 'job'])
      assert.is((await read(at.path, 'runs', 'index'))['entry_count'], ids.length)
      await read(at.path, 'runs', 'ledger')
      for (const id of ids) {
        await read(at.path, 'runs', 'show', id)
        await read(at.path, 'runs', 'verify', id)
        await read(at.path, 'runs', 'verify', `issue-bundles/${id}`, '--key', 'key.pub.pem', '--require-signature')
      }
      assert.equal(filesIn(at.path), before)
    },
    LIMIT_MS,
  )

  it(
    `${basename(home)} can be bundled anew`,
    async () => {
      using at = workspace(home)
      for (const id of ids) await read(at.path, 'runs', 'bundle', id, '--output', `again-${id}`)
    },
    LIMIT_MS,
  )
}

for (const home of globSync('fixtures/golden/*').sort()) {
  it(`${basename(home)} tells no secret and nothing of the host it was made on`, () => {
    const redactor = new Redactor()
    for (const path of filesIn(home)) {
      assert.equal(
        redactor.findInText(readFileSync(join(home, path), 'utf8').replaceAll(/"sig": ".*"|"payload": ".*"/g, '')),
        [],
        path,
      )
    }
  })
}

it.run()
