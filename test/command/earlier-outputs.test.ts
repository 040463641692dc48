import {existsSync, readdirSync} from 'node:fs'
import * as assert from 'uvu/assert'
import {spec} from '../support/spec.ts'
import {filesBelow, type Workshop, workshop} from '../support/workshop.ts'

const it = spec('outputs that were there before')
const PATH = process.env['PATH'] ?? ''
const OLD = 'OLD RESULT: 100 tests passed\n'

/** Runs a job of such steps, by script and outputs, and gives what each kept. */
async function run(shop: Workshop, steps: readonly {script: string; outputs?: string[]}[]) {
  const asked = steps.map(({script, outputs}, at) => ({
    id: `s${at}`,
    use: 'exec',
    with: {argv: ['sh', '-c', script], ...(outputs && {outputs})},
  }))
  shop.put('job.json', JSON.stringify({schema_version: 1, name: 'j', steps: asked, bundle: true}))
  const {code, document} = await shop.ask(['run', 'job.json'], {env: {PATH}})
  const items: {item_id: string; reason: string}[] = document.items
  const ofItem = ({item_id: id}: {item_id: string}) => {
    const folder = shop.path(document.run_path, 'items', id, 'artifacts')
    return existsSync(folder) ? readdirSync(folder).sort() : []
  }
  const report = (at: number) => shop.read(document.run_path, 'items', items[at]?.item_id ?? '', 'report.md')
  const {issues} = shop.manifest(document.run_id)
  return {code, document, kept: items.map(ofItem), reasons: items.map(({reason}) => reason), report, issues}
}

it('a file that was there before the job and that nobody changed is no output: the step fails as if there were none', async () => {
  using shop = workshop()
  shop.put('report.txt', OLD)
  const done = await run(shop, [{script: 'true', outputs: ['*.txt']}])
  assert.equal([done.code, done.kept], [1, [[]]])
  const why = 'no file matches *.txt but one that was there before the job and was not changed: report.txt'
  assert.equal(done.reasons, [why])
  assert.match(done.report(0), 'report.txt')
  assert.equal(
    done.issues.map(({code}: {code: string}) => code),
    ['output_unchanged'],
  )
  for (const folder of [done.document.run_path, done.document.bundle.path])
    for (const [path, content] of filesBelow(shop.path(folder))) assert.not.ok(content.includes('OLD RESULT'), path)
})

it('beside new ones it is left out and named, and the step passes', async () => {
  using shop = workshop()
  for (const name of ['a', 'b', 'c', 'd', 'e']) shop.put(`old-${name}.txt`, OLD)
  const done = await run(shop, [{script: 'echo new > new.txt', outputs: ['*.txt']}])
  assert.equal([done.code, done.kept], [0, [['new.txt']]])
  assert.match(done.report(0), 'old-a.txt')
  assert.match(done.issues[0]?.message, /5 files .*old-a\.txt, old-b\.txt, old-c\.txt and 2 more/)
})

it('what the step writes is its output, though it has the bytes, the size and the time of before', async () => {
  using shop = workshop()
  for (const name of ['same', 'kept', 'moved', 'aside']) shop.put(`${name}.txt`, OLD)
  const script = [
    'cp -p same.txt copy && cp -p copy same.txt',
    'touch -r kept.txt stamp && printf "OLD RESULT: 101 tests passed\\n" > kept.txt && touch -r stamp kept.txt',
    'mv aside.txt moved.txt',
  ].join(' && ')
  const done = await run(shop, [{script, outputs: ['*.txt']}])
  assert.equal([done.code, done.kept, done.issues], [0, [['kept.txt', 'moved.txt', 'same.txt']], []])
})

it('what an earlier step of the job made is an output of a later one', async () => {
  using shop = workshop()
  shop.put('old.txt', OLD)
  const steps = [{script: 'echo a > made.txt; echo b > old.txt'}, {script: 'true', outputs: ['made.txt', 'old.txt']}]
  const done = await run(shop, steps)
  assert.equal([done.code, done.kept], [0, [[], ['made.txt', 'old.txt']]])
})
it.run()
