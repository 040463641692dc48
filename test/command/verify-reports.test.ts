import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {quickDrill} from '../support/drill-ways.ts'
import {ForgedRun} from '../support/forge/forged-run.ts'
import {assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('reports of runs that nobody can measure again')
const LIMIT_MS = 240_000
const HTML = 'reports/report.html'
const COVER = 'position:fixed;inset:0;background:#fff'

type Change = (run: ForgedRun) => void
const edit = (path: string, change: (text: string) => string): Change => {
  return (run) => run.put(path, change(run.text(path)))
}

/** The changes that no finding about that report tells, once all digests were made right again. */
async function untold(
  dir: string,
  runId: string,
  changes: Readonly<Record<string, readonly [path: string, change: Change]>>,
): Promise<string[]> {
  const run = new ForgedRun(dir, runId as ForgedRun['runId'])
  const whole = new Map(run.files().map((name) => [name, run.text(name)]))
  const told: string[] = []
  for (const [name, [path, change]] of Object.entries(changes)) {
    for (const [file, text] of whole) run.put(file, text)
    change(run)
    assert.not.equal(run.text(path), whole.get(path), `${name} changes nothing`)
    run.seal('erased')
    const {document} = await assayJson(['runs', 'verify', runId], {cwd: dir})
    const findings: {check: string; path: string}[] = 'findings' in document ? document.findings : []
    if (!findings.some((one) => one.check === 'reports' && one.path === path)) told.push(name)
  }
  return told
}

const cover = (words: string) => `<div style="${COVER}">${words}</div>`

it(
  'every report of drills is drawn again from the record of each, alone and in a job',
  async () => {
    using dir = tempDir()
    writeFileSync(join(dir.path, 'own.yaml'), quickDrill('{state: {equals: original}}'))
    const alone = (await assayJson(['drills', 'own.yaml'], {cwd: dir.path})).document
    assert.is(alone.exit.code, 1)
    assert.is((await assayJson(['runs', 'verify', alone.run_id], {cwd: dir.path})).code, 0)
    const junit = 'reports/report.junit.xml'
    const told = await untold(dir.path, alone.run_id, {
      'a page of its own': [
        HTML,
        (run) => run.put(HTML, `<!doctype html><h1>passed</h1><!--\n${run.text(HTML)}\n--><script>1</script>`),
      ],
      'a page with something over it': [HTML, edit(HTML, (text) => text.replace('<main>', `<main>${cover('passed')}`))],
      'a table with another number': [
        'reports/report.md',
        edit('reports/report.md', (text) => text.replace('0 missed', '7 missed').replace('1 missed', '0 missed')),
      ],
      'a case that passed': [
        junit,
        edit(junit, (text) =>
          text.replaceAll('failures="1"', 'failures="0"').replace(/<failure[\s\S]*<\/failure>/, ''),
        ),
      ],
      'a text with a further line': [
        'reports/report.txt',
        edit('reports/report.txt', (text) => `${text}All is well.\n`),
      ],
    })
    assert.equal(told, [])

    const job = {schema_version: 1, name: 'nightly', steps: [{id: 'dr', use: 'drill', with: {drills: ['own.yaml']}}]}
    writeFileSync(join(dir.path, 'nightly.json'), JSON.stringify(job))
    const {document} = await assayJson(['run', 'nightly.json'], {cwd: dir.path})
    const verified = await assayJson(['runs', 'verify', document.run_id], {cwd: dir.path})
    assert.is(verified.code, 0, JSON.stringify(verified.document))
    const inStep = (text: string) => (page: string) =>
      page.replace(/(<details id="step-[\s\S]*?<\/summary>)/, `$1${text}`)
    assert.equal(
      await untold(dir.path, document.run_id, {
        'a step that closes its own part': [HTML, edit(HTML, inStep(`</DETAILS><div/style="${COVER}">passed</div>`))],
        'a step with a further word': [HTML, edit(HTML, inStep('<p>passed</p>'))],
      }),
      [],
    )
  },
  LIMIT_MS,
)

it.run()
