import {existsSync, readdirSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {AssayError} from '#error/assay-error'
import {nodeFiles} from '#path/node-files'
import {BIN, start, until} from '../support/spawned.ts'
import {spec} from '../support/spec.ts'
import {filesBelow, type Workshop, workshop} from '../support/workshop.ts'

const it = spec('output of exec steps')
const PATH = process.env['PATH'] ?? ''
const SECRET = ['planted', 'Qx71', 'value', '9921'].join('-')
const ENV = {PATH, MY_TOKEN: SECRET}
/** Long, for each line costs more than its bytes. */
const LONG_LINE = `%.0f ${'a line of some length '.repeat(6)}.`

function job(shop: Workshop, script: string, more: object = {}): string[] {
  const step = {id: 'a', use: 'exec', with: {argv: ['sh', '-c', script], env: ['MY_TOKEN'], ...more}}
  shop.put('job.json', JSON.stringify({schema_version: 1, name: 'j', steps: [step]}))
  return ['run', 'job.json']
}
const folderOf = (shop: Workshop, id: string) => {
  const [item = ''] = existsSync(shop.path('runs', id, 'items')) ? readdirSync(shop.path('runs', id, 'items')) : []
  return join('runs', id, 'items', item)
}
const logOf = (shop: Workshop, id: string) => shop.path(folderOf(shop, id), 'logs', 'output.log')
const isLogged = (shop: Workshop, id: string) => existsSync(logOf(shop, id))
const readLog = (shop: Workshop, id: string) => shop.read(folderOf(shop, id), 'logs', 'output.log')

it('what a child prints can be read while it runs, redacted, and outlives a kill of Assay', async () => {
  using shop = workshop()
  const argv = job(shop, 'echo "token $MY_TOKEN"; echo $$ > pid; while :; do sleep 0.05; done')
  const {child, ended} = start([BIN, ...argv], shop.root, ENV)
  // A kill of Assay leaves its child; its folder may be gone before it could look for a file there.
  using _ = {[Symbol.dispose]: () => process.kill(Number(shop.read('pid')), 'SIGKILL')}
  await until(() => shop.runs().some((id) => isLogged(shop, id) && readLog(shop, id).includes('\n')))
  child.kill('SIGKILL')
  await ended
  const [id = ''] = shop.runs()
  assert.match(readLog(shop, id), /^token \[redacted:[a-z-]+#1\]\n$/)
  const shown = await shop.ask(['runs', 'show', id])
  assert.is(shown.document.entry.status, 'interrupted')
  const bundled = await shop.ask(['runs', 'bundle', id])
  assert.equal([bundled.code, bundled.document.complete], [1, false])
  const published = [...filesBelow(shop.path('issue-bundles', id))].find(([path]) => path.endsWith('logs/output.log'))
  assert.match(String(published?.[1]), /^token \[redacted/)
})

it('of two outputs whose names are one on some file systems the second is refused by name, and the rest is evidence', async () => {
  using shop = workshop()
  const argv = job(shop, 'echo a > Out.txt; echo b > out.txt; echo c > other.txt', {outputs: ['*.txt']})
  const {code, document, err} = await shop.ask([...argv, '--bundle'], {env: {PATH}})
  assert.is(code, 1, err)
  assert.is(document.verdict.state, 'fail')
  assert.match(JSON.stringify(shop.manifest(document.run_id).issues), 'out.txt')
  const bundled = [...filesBelow(shop.path('issue-bundles', document.run_id)).keys()].filter((path) =>
    path.endsWith('.txt'),
  )
  assert.ok(bundled.some((path) => path.endsWith('/Out.txt')) && bundled.some((path) => path.endsWith('/other.txt')))
  assert.not.ok(bundled.some((path) => path.endsWith('/out.txt')))
})

it('a long output goes on in further files, all listed as the child’s, and the bundle takes them', async () => {
  using shop = workshop()
  const {code, document} = await shop.ask([...job(shop, `seq -f '${LONG_LINE}' 1 20000`), '--bundle'], {env: {PATH}})
  assert.is(code, 0, JSON.stringify(document.exit))
  const names = readdirSync(shop.path(folderOf(shop, document.run_id), 'logs')).sort()
  assert.equal(names, ['output-0002.log', 'output-0003.log', 'output-0004.log', 'output.log'])
  const read = (name: string) => shop.read(folderOf(shop, document.run_id), 'logs', name)
  const text = [names.at(-1) ?? '', ...names.slice(0, -1)].map(read).join('')
  assert.is(text, Array.from({length: 20_000}, (_, at) => `${LONG_LINE.replace('%.0f', String(at + 1))}\n`).join(''))
  const manifest = shop.manifest(document.run_id)
  const logs = manifest.artifacts.filter(({path}: {path: string}) => path.includes('/logs/output'))
  assert.equal(
    new Set(logs.map(({origin, kind}: Record<string, string>) => `${origin} ${kind}`)),
    new Set(['child log']),
  )
  assert.ok(logs.every(({size_bytes: size}: {size_bytes: number}) => size <= 900_000))
  assert.equal(Object.keys(manifest.artifact_paths).filter((label) => label.startsWith('a.output')).length, 4)
  assert.equal([document.bundle.complete, document.bundle.verified], [true, true])
})

it('what is beyond the room of a log is told in the log, the result, the report and the manifest', async () => {
  using shop = workshop()
  const {code, document} = await shop.ask(
    job(shop, `yes '${'a line of some length '.repeat(40)}' | head -c 20000000; echo; echo the last words`),
    {env: ENV},
  )
  assert.is(code, 0)
  const folder = folderOf(shop, document.run_id)
  const logs = readdirSync(shop.path(folder, 'logs')).filter((name) => /^output-\d+/.test(name))
  const log = logs
    .sort()
    .map((name) => shop.read(folder, 'logs', name))
    .join('')
  const [, left] = /… \[(\d+) bytes of standard output left out here\]/.exec(log) ?? []
  assert.match(log, /\nthe last words\n$/)
  const result = JSON.parse(shop.read(folder, 'result.json'))
  assert.equal(result.log, {left_out_bytes: Number(left), held_open: false})
  assert.match(shop.read(folder, 'report.md'), `${left} bytes were left out`)
  const {issues} = shop.manifest(document.run_id)
  assert.equal(
    issues.map((issue: {code: string}) => issue.code),
    ['output_cut'],
  )
})

it('lines of which only the beginning is kept are counted in the result, the report, the manifest and on the screen', async () => {
  using shop = workshop()
  const script = "head -c 300000 /dev/zero | tr '\\0' x; echo; head -c 100000 /dev/zero | tr '\\0' y; echo; echo tail"
  const {code, document} = await shop.ask(job(shop, script), {env: ENV})
  assert.is(code, 0)
  const folder = folderOf(shop, document.run_id)
  assert.match(readLog(shop, document.run_id), /x… \[line cut\]\ny+… \[line cut\]\ntail\n$/)
  assert.equal(JSON.parse(shop.read(folder, 'result.json')).log, {left_out_bytes: 0, cut_lines: 2, held_open: false})
  assert.match(shop.read(folder, 'report.md'), '2 lines were longer than 64 KiB')
  const [issue] = shop.manifest(document.run_id).issues
  assert.is(issue.code, 'output_cut')
})

it('what a program that failed said last stands wherever the failure is told, redacted, and such a run verifies', async () => {
  using shop = workshop()
  const script = 'seq 1 40; echo "token $MY_TOKEN was refused"; echo; echo "Error: <no> such bed" >&2; exit 7'
  const argv = [...job(shop, script), '--output', 'j.xml', '--output', 'm.md', '--output', 'p.html']
  const {code, document, err} = await shop.ask([...argv, '--bundle'], {
    env: {...ENV, GITHUB_ACTIONS: 'true'},
  })
  assert.equal([code, document.bundle.verified], [1, true])
  const said = JSON.parse(shop.read(folderOf(shop, document.run_id), 'result.json')).log.last_lines
  assert.equal(said.slice(0, 2), ['33', '34'])
  assert.match(said.at(-2), /^token \[redacted:/)
  assert.is(said.at(-1), 'Error: <no> such bed')
  for (const file of ['j.xml', 'm.md', 'p.html']) {
    const text = shop.read(file)
    assert.match(text, /exit code 7/, file)
    assert.match(text, 'Error: &lt;no&gt; such bed', file)
    assert.not.match(text, SECRET, file)
  }
  assert.match(err, /^::error title=j%3A a::fail: the program ended with exit code 7: Error: <no> such bed$/m)
  const {code: shown} = await shop.ask(['runs', 'verify', document.run_id])
  assert.is(shown, 0)
})

it('last lines that look like secrets to one format and not to another leave a run that verifies', async () => {
  using shop = workshop()
  const lines = [
    '{"password":"hunter2hunter2","note":"x"}',
    'postgres://user:s3cr3t@db.example:5432/x?sslmode=require',
    'https://example.test/a?token=abcdefghijk&x=1#frag',
    "--token abcdefghijklmnop --password 'two words'",
    'Set-Cookie: sid=abcdef0123456789; Path=/',
    'passwd: "a\\"b" | `c` <d> [e](f)',
  ]
  shop.put('said.txt', lines.join('\n'))
  const {code, document} = await shop.ask([...job(shop, 'cat said.txt; exit 3'), '--bundle'], {env: {PATH}})
  assert.equal([code, document.bundle?.verified], [1, true], JSON.stringify(document.error))
  const result = shop.read(folderOf(shop, document.run_id), 'result.json')
  for (const secret of ['hunter2', 's3cr3t', 'abcdefghijk', 'abcdef0123456789']) assert.not.match(result, secret)
})

it('a secret that a program spreads over its last lines is masked in every report alike, and such a run verifies', async () => {
  const spread = [
    '{\n  "name": "DB_PASSWORD",\n  "value": "hunter2hunter9"\n}',
    'name: DB_PASSWORD\nvalue: hunter2hunter9',
    'kind: Secret\ndata:\n  key: aHVudGVyMmh1bnRlcjk=',
    '<password>\nhunter2hunter9\n</password>',
    '{"sensitive": true,\n"value": "hunter2hunter9"}',
    SECRET.replaceAll(/.{5}/g, '$&\n'),
    `${SECRET.slice(0, 12)}\n${SECRET.slice(12)}`,
    Buffer.from(SECRET).toString('base64').replaceAll(/.{8}/g, '$&\n'),
  ]
  for (const text of spread) {
    using shop = workshop()
    shop.put('said.txt', text)
    const {code, document} = await shop.ask([...job(shop, 'cat said.txt; exit 3'), '--bundle'], {env: ENV})
    assert.equal([code, document.bundle?.verified], [1, true], `${text}: ${JSON.stringify(document.error)}`)
    const told = [
      shop.read(folderOf(shop, document.run_id), 'result.json'),
      shop.read('runs', document.run_id, 'reports/report.html'),
    ]
    for (const secret of ['hunter2hunter9', 'aHVudGVyMmh1bnRlcjk']) assert.not.match(told.join(), secret)
  }
})

it('a program that passed leaves no last lines beside its log', async () => {
  using shop = workshop()
  const {code, document} = await shop.ask(job(shop, 'echo fine'), {env: {PATH}})
  assert.is(code, 0)
  assert.equal(Object.keys(JSON.parse(shop.read(folderOf(shop, document.run_id), 'result.json')).log), [
    'left_out_bytes',
    'held_open',
  ])
})

it('a process left behind with the output does not keep the step from ending, and that is told', async () => {
  using shop = workshop()
  const {code, document} = await shop.ask(job(shop, 'echo said; sleep 61 & echo $! > pid'), {env: ENV})
  process.kill(Number(shop.read('pid')))
  assert.is(code, 0)
  assert.is(readLog(shop, document.run_id), 'said\n')
  const [issue] = shop.manifest(document.run_id).issues
  assert.is(issue.code, 'output_held_open')
})

it('a disk that fills up ends the child and the command with 3; what was kept can be read', async () => {
  using shop = workshop()
  const {writer} = nodeFiles
  const open: typeof writer.open = async (path, how, options) => {
    const file = await writer.open(path, how, options)
    if (!path.endsWith('output-0002.log')) return file
    return {...file, write: () => Promise.reject(new AssayError('disk_full', 'cannot write (ENOSPC)'))}
  }
  const ports = {files: {...nodeFiles, writer: {...writer, open}}}
  const argv = job(shop, 'echo $$ > pid; exec yes a line of some length')
  const {code, document} = await shop.ask(argv, {env: {PATH}, ports})
  assert.equal([code, document.error.code], [3, 'disk_full'])
  const [id = ''] = shop.runs()
  assert.is(new Set(readLog(shop, id).split('\n')).size, 2)
  assert.throws(() => process.kill(Number(shop.read('pid')), 0))
})

it('a pattern that would cost too much is refused before anything runs, with its place', async () => {
  using shop = workshop()
  for (const pattern of [`x${'{a,b}'.repeat(20)}`, 'out/+(a|aa)+(b|bb)', 'x/{1..1000000}', '[a']) {
    const {code, document} = await shop.ask(job(shop, 'true', {outputs: ['fine/*', pattern]}), {env: {PATH}})
    assert.equal([code, shop.runs()], [2, []], pattern)
    assert.match(document.error.issues[0].message, /output pattern 2 of a, character \d+/)
  }
})
it.run()
