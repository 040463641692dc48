import {existsSync, readFileSync, statSync, writeFileSync} from 'node:fs'
import * as assert from 'uvu/assert'
import {assay} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {QUICK_RUN, workshop} from '../support/workshop.ts'

const it = spec('github')
const FAILING = [
  'benchmark',
  '--operation',
  'predict',
  '--warmup',
  '0',
  '--iterations',
  '30',
  '--threshold',
  'response_ms.p50<1us',
]

it('a step gets annotations on standard error and a summary; standard output stays one document', async () => {
  using shop = workshop()
  const summary = shop.path('summary.md')
  const env = {GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary}
  const done = await shop.ask(FAILING, {env})
  assert.is(done.code, 1)
  assert.match(done.err, /^::error title=benchmark%3A cli-1::/m)
  assert.match(readFileSync(summary, 'utf8'), '✗ failed')
  const size = readFileSync(summary).length
  await shop.tell(FAILING, {env})
  assert.ok(readFileSync(summary).length > size)
})

it('without GitHub, with --no-github, and where there are no cases nothing is told', async () => {
  using shop = workshop()
  const summary = shop.path('summary.md')
  const env = {GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary}
  for (const [argv, vars] of [
    [FAILING, {GITHUB_STEP_SUMMARY: summary}],
    [[...FAILING, '--no-github'], env],
    [['runs', 'list'], env],
  ] as const) {
    assert.not.match((await shop.tell(argv, {env: vars})).err, '::')
    assert.is(existsSync(summary), false)
  }
})

it('later steps and jobs get run, verdict, report and bundle, as outputs and as a dotenv file of their own', async () => {
  using shop = workshop()
  const outputs = shop.path('outputs')
  const env = {GITHUB_ACTIONS: 'true', GITHUB_OUTPUT: outputs}
  const {document} = await shop.ask([...QUICK_RUN, '--dotenv', 'assay.env'], {env})
  const told = {
    run: document.run_id,
    verdict: 'pass',
    exit_code: '0',
    report: `${document.run_path}/reports/report.html`,
  }
  const lines = Object.entries(told)
  assert.is(readFileSync(outputs, 'utf8'), lines.map(([name, value]) => `${name}=${value}\n`).join(''))
  const variables = lines.map(([name, value]) => `ASSAY_${name.toUpperCase()}=${value}\n`).join('')
  assert.is(shop.read('assay.env'), variables)
  assert.is(statSync(shop.path('assay.env')).mode & 0o777, 0o666 & ~process.umask())
  await shop.ask(['runs', 'bundle', document.run_id, '--archive', 'zip'], {env})
  assert.match(
    readFileSync(outputs, 'utf8'),
    `bundle=issue-bundles/${document.run_id}\narchive=issue-bundles/${document.run_id}.zip\n`,
  )
})

it('where outputs or the dotenv file cannot be written nothing runs, and the command line is wrong', async () => {
  using shop = workshop()
  shop.put('folder/file', '')
  const outputs = (name: string) => ({env: {GITHUB_ACTIONS: 'true', GITHUB_OUTPUT: shop.path(name)}})
  const refused = [
    [await shop.ask([...QUICK_RUN, '--dotenv', 'none/a.env']), '--dotenv'],
    [await shop.ask([...QUICK_RUN, '--dotenv', 'folder']), '--dotenv'],
    [await shop.ask(QUICK_RUN, outputs('none/outputs')), 'GITHUB_OUTPUT'],
    [await shop.ask(QUICK_RUN, outputs('folder')), 'GITHUB_OUTPUT'],
  ] as const
  for (const [{code, document}, name] of refused) {
    assert.equal([code, document.error.code], [2, 'usage'])
    assert.match(document.error.message, name)
  }
  assert.equal(shop.runs(), [])
  assert.is((await shop.ask([...QUICK_RUN, '--no-github'], outputs('folder'))).code, 0)
})

it('a job that breaks its rules is told in its file, at its line, and cannot command anything', async () => {
  using shop = workshop()
  const name = 'odd,name: 1.yaml'
  shop.put(
    name,
    'schema_version: 1\nname: x\nsteps:\n  - {id: a, use: evil}\n  - {id: b, "::warning::x": 1, use: doctor}\n',
  )
  const done = await shop.tell(['run', name], {env: {GITHUB_ACTIONS: 'true'}})
  assert.is(done.code, 2)
  const commands = done.err.split('\n').filter((line) => line.startsWith('::'))
  assert.is(commands.length, 2)
  assert.match(
    commands[0] ?? '',
    /^::error file=odd%2Cname%3A 1\.yaml,line=4,col=18,title=job_invalid::\/steps\/0\/use: must be/,
  )
  assert.ok(commands.every((line) => line.startsWith('::error file=odd%2Cname%3A 1.yaml,line=')))
})

it('every file that breaks its rules is told at its line, from the root of the checkout, whatever command reads it', async () => {
  using shop = workshop()
  const files = {
    'conf/gate.yaml': 'schema_version: 1\nkind: gate\nrules:\n  - {id: a, metric: success_rate, colour: 1}\n',
    'conf/budget.yaml': 'budgets:\n\n\n  - {provider: mock, colour: 1}\n',
    'conf/profile.toml': 'schema_version = 1\nname = "x"\n\ncolour = 1\n',
    'conf/own.yaml': 'schema_version: 1\nproviders:\n\n  - {name: x, colour: 1}\n',
    'conf/translator.yaml': 'schema_version: 1\nname: x\n\ncolour: 1\n',
    'conf/suite.yaml': 'schema_version: 1\nname: x\n\ncolour: 1\n',
    'conf/inputs.yaml': 'inputs:\n\n\n  colour: 1\n',
    'conf/assets.yaml': 'schema_version: 1\nassets:\n\n  - {colour: 1}\n',
    'conf/broken.yaml': 'a: 1\nb: 2\n\na: 3\n',
  }
  for (const [name, text] of Object.entries(files)) shop.put(name, text)
  shop.put('work/here', '')
  const readers = {
    gate: ['eval', '--gate'],
    budget: ['benchmark', '--budget-file'],
    profile: ['eval', '--profile'],
    own: ['doctor', '--providers'],
    translator: ['eval', '--suite', 'closed-loop', '--translator'],
    suite: ['eval', '--suite'],
    inputs: ['benchmark', '--input-file'],
    assets: ['benchmark', '--runtime-assets'],
    broken: ['run'],
  }
  const env = {GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: shop.root}
  for (const [name, argv] of Object.entries(readers)) {
    const suffix = name === 'profile' ? 'toml' : 'yaml'
    const done = await assay([...argv, `../conf/${name}.${suffix}`], {env, cwd: shop.path('work')})
    const places = done.err.split('\n').filter((line) => line.startsWith('::error'))
    assert.is(done.code, 2, name)
    assert.ok(
      places.some((line) => line.startsWith(`::error file=conf/${name}.${suffix},line=4,`)),
      `${name}: ${done.err}`,
    )
  }
  const {err} = await assay(['validate', '../conf/gate.yaml', '../conf/budget.yaml'], {env, cwd: shop.path('work')})
  assert.match(
    err,
    /^::error file=conf\/gate\.yaml,line=4,col=\d+,title=validate%3A [^:]*::gate: \/rules\/0\/colour is not a known key/m,
  )
  assert.match(err, /^::error file=conf\/budget\.yaml,line=4,/m)
})

it('a summary stays below the limit, and one that cannot be written changes nothing', async () => {
  using shop = workshop()
  const summary = shop.path('summary.md')
  writeFileSync(summary, `${'x'.repeat(998_500)}\n`)
  await shop.tell(FAILING, {env: {GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary}})
  const text = readFileSync(summary, 'utf8')
  assert.ok(text.length > 998_600 && Buffer.byteLength(text) <= 1_000_000)
  assert.match(text, 'did not fit')
  const env = {GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: shop.path('none', 'summary.md')}
  const done = await shop.tell(FAILING, {env})
  assert.is(done.code, 1)
  assert.match(done.err, 'the step summary could not be written')
})

it.run()
