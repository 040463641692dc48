import {existsSync} from 'node:fs'
import * as assert from 'uvu/assert'
import {assay} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {QUICK_RUN, workshop} from '../support/workshop.ts'

const ENV = {PATH: process.env['PATH'] ?? ''}
const it = spec('files that are there')
const JOB = `schema_version: 1
name: nightly
steps:
  - {id: speed, use: benchmark, with: {providers: [mock], operations: [predict], iterations: 3, warmup: 0}}
`
const OWN = `schema_version: 1
providers:
  - {name: mine, transport: stdio, capabilities: [predict], command: [node, none.mjs]}
`

it('a metrics file that the command reads, or that holds what is no metrics of ours, stays, and nothing runs', async () => {
  using shop = workshop()
  const files = {
    'job.yaml': JOB,
    'own.yaml': OWN,
    'notes.txt': 'mine\n',
    'node.prom': '# HELP node_load1 1m load average.\n',
  }
  for (const [name, text] of Object.entries(files)) shop.put(name, text)
  for (const [argv, words] of [
    [['run', 'job.yaml', '-q', '--metrics-file', './job.yaml'], 'names a file that this command reads'],
    [[...QUICK_RUN, '--providers', 'own.yaml', '--metrics-file', 'own.yaml'], 'names a file that this command reads'],
    [[...QUICK_RUN, '--metrics-file', 'notes.txt'], 'names a file that is there and holds something else'],
    [[...QUICK_RUN, '--metrics-file', 'node.prom'], 'names a file that is there and holds something else'],
  ] as const) {
    const {code, document} = await shop.ask(argv)
    assert.equal([code, document.error?.code, shop.runs()], [2, 'usage', []])
    assert.is(document.error.message, `--metrics-file ${words}`)
    assert.match(document.error.hint, 'Name another file')
  }
  // What is read need not be named on the line.
  const env = {ASSAY_PROVIDERS_FILE: 'own.yaml'}
  assert.is((await shop.tell([...QUICK_RUN, '--metrics-file', 'own.yaml'], {env})).code, 2)
  for (const [name, text] of Object.entries(files)) assert.is(shop.read(name), text)
})

it('nothing is written among runs or into a bundle, nor two things to one file, and nothing runs', async () => {
  using shop = workshop()
  const first = (await shop.ask([...QUICK_RUN])).document.run_id
  assert.is((await shop.ask(['runs', 'bundle', first])).code, 0)
  const kept = `runs/${first}/reports/report.html`
  const before = [shop.read('runs/.workspace.json'), shop.read(kept)]
  const among = /lies in a run, a bundle or the folder of runs/
  for (const [argv, words] of [
    [['--output', 'runs/.workspace.json'], among],
    [['--output', kept], among],
    [['--output', `runs/${first}/results/result.json`], among],
    [['--output', 'runs/new.html'], among],
    [['--dotenv', 'runs/.env'], among],
    [['--output', `issue-bundles/${first}/data/more.html`], among],
    [['--output', 'r.json', '--dotenv', './r.json'], /--dotenv names a file that --output writes as well/],
    [['--output', 'm.txt', '--metrics-file', 'm.txt'], /--metrics-file names a file that --output writes as well/],
    [['--dotenv', 'n', '--metrics-file', 'n'], /writes as well/],
    [['--output', 'a.html', '--output', shop.path('a.html')], /--output names a file that --output writes as well/],
  ] as const) {
    const {code, document} = await shop.ask([...QUICK_RUN, ...argv])
    assert.equal([code, document.error?.code, shop.runs()], [2, 'usage', [first]], argv.join(' '))
    assert.match(document.error.message, words)
  }
  assert.equal([shop.read('runs/.workspace.json'), shop.read(kept)], before)
  assert.is((await shop.ask(['runs', 'verify', first])).code, 0)
})

it('a place where a drill works lies beside the runs and takes files', async () => {
  using shop = workshop()
  await shop.ask([...QUICK_RUN])
  shop.put('runs/.state/drills/one/home/note.txt', '')
  const {code, document} = await shop.ask([...QUICK_RUN, '--output', 'runs/.state/drills/one/home/report.html'])
  assert.is(code, 0, JSON.stringify(document.error))
})

it('metrics of a run before and an empty file are replaced', async () => {
  using shop = workshop()
  for (const content of ['', '# HELP assay_run_info Of before.\n', '# TYPE assay_run_info gauge\n']) {
    shop.put('assay.prom', content)
    const {code, document} = await shop.ask([...QUICK_RUN, '--metrics-file', 'assay.prom'])
    assert.is(code, 0)
    assert.match(shop.read('assay.prom'), `run_id="${document.run_id}"`)
  }
  assert.is((await shop.ask([...QUICK_RUN, '--metrics-file', 'assay.prom'])).code, 0)
})

it('a dotenv file is replaced where this program wrote all of it; variables of anybody else stay, and nothing runs', async () => {
  using shop = workshop()
  const ours =
    'ASSAY_RUN=a\nASSAY_VERDICT=fail\nASSAY_EXIT_CODE=1\nASSAY_REPORT=r\nASSAY_BUNDLE=b\nASSAY_ARCHIVE=c.zip\n'
  const others = ['MY_KEY=keepme\n', `${ours}MY_KEY=keepme\n`, 'ASSAY_ALLOW_LOOPBACK=1\n', '# mine\n', `export ${ours}`]
  for (const content of others) {
    shop.put('.env', content)
    const {code, document} = await shop.ask([...QUICK_RUN, '--dotenv', '.env'])
    assert.equal([code, document.error.code, shop.read('.env'), shop.runs()], [2, 'usage', content, []])
    assert.match(document.error.message, '--dotenv names a file that is there and holds something else')
    assert.match(document.error.hint, 'Name another file')
  }
  for (const content of ['', ours]) {
    shop.put('.env', content)
    const {code, document} = await shop.ask([...QUICK_RUN, '--dotenv', '.env'])
    assert.equal([code, shop.read('.env').split('\n')[0]], [0, `ASSAY_RUN=${document.run_id}`])
  }
})

const COPIES = ['xml', 'html', 'json', 'md', 'txt'].map((suffix) => `copy.${suffix}`)

it('after an error no report and no variables of the run before are there to be read as its own', async () => {
  using shop = workshop()
  const outputs = [...COPIES.flatMap((name) => ['--output', name]), '--dotenv', 'ci.env']
  const there = () => [...COPIES, 'ci.env'].filter((name) => existsSync(shop.path(name)))
  const step = (argv: unknown) => ({id: 'a', use: 'exec', with: {argv}})
  const put = (argv: unknown) =>
    shop.put('job.json', JSON.stringify({schema_version: 1, name: 'j', steps: [step(argv)]}))
  const run = async (...more: string[]) => {
    put(['true'])
    assert.is((await shop.ask(['run', 'job.json', ...outputs], {env: ENV})).code, 0)
    assert.equal(there(), [...COPIES, 'ci.env'])
    put(more.length > 0 ? ['true'] : 'no list')
    return (await shop.ask(['run', 'job.json', ...outputs, ...more], {env: ENV})).code
  }
  assert.equal([await run(), there()], [2, []])
  assert.equal([await run('--no-such-flag'), there()], [2, []])
})

it('what is no report of ours stays after an error, and so does a file that the command reads', async () => {
  using shop = workshop()
  shop.put('job.json', '{}')
  const mine = {
    'package.json': '{\n  "name": "x"\n}\n',
    'README.md': '# Mine\n\n**bold** · words\n',
    'mine.xml': '<a/>\n',
  }
  for (const [name, text] of Object.entries(mine)) {
    shop.put(name, text)
    const {code} = await shop.ask(['run', 'job.json', '--output', name], {env: ENV})
    assert.equal([code, shop.read(name)], [2, text])
  }
  const report = '{\n  "schema_version": 1,\n  "command": "run"\n}\n'
  shop.put('read.json', report)
  const {code} = await shop.ask(['validate', 'read.json', '--output', 'read.json'], {env: ENV})
  assert.equal([code, shop.read('read.json')], [2, report])
})
it('a folder that is not there for --output is shown on the own terminal, and nothing runs', async () => {
  using shop = workshop()
  const {code, err} = await assay([...QUICK_RUN, '--output', 'none/such/r.json'], {
    cwd: shop.root,
    isTerminal: true,
  })
  assert.equal([code, shop.runs()], [2, []])
  assert.match(err, /the folder of --output does not exist/)
  assert.match(err, 'none/such')
})

it.run()
