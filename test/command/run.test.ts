import {existsSync, readdirSync, symlinkSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {runJobResult} from '#contract/generated/run-result'
import {parse} from '#contract/parse'
import {nodeProcessTable} from '#process/node-process-table'
import {assay, type RigOptions, ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {filesBelow, type Workshop, workshop} from '../support/workshop.ts'

const it = spec('run command')
const CANARY = ['canary', 'Zx81', 'q7Wn', '4mKp'].join('-')
const PATH = process.env['PATH'] ?? ''
const OK = {use: 'exec', with: {argv: ['true']}}
const BAD = {use: 'exec', with: {argv: ['false']}}

/** Runs a job with these steps, and gives the items by trace id. */
async function run(shop: Workshop, steps: object[], more: {job?: object; argv?: string[]; rig?: RigOptions} = {}) {
  shop.put('job.json', JSON.stringify({schema_version: 1, name: 'j', steps, ...more.job}))
  const {code, out, document} = await shop.ask(['run', 'job.json', ...(more.argv ?? [])], {env: {PATH}, ...more.rig})
  assert.ok(document.exit, out)
  if (document.error) throw new Error(out)
  const result = parse(runJobResult, document)
  const manifest = shop.manifest(result.run_id)
  assert.equal([result.exit.code, manifest.outcome.exit_code], [code, code])
  const ends = Object.fromEntries(result.verdict.rules.map(({id, reason}) => [id, reason]))
  const trace = JSON.parse(shop.read(result.run_path, 'reports', 'workflow_trace.json'))
  const folders = result.items.map((item) => `${result.run_path}/items/${item.item_id}`)
  return {code, result, manifest, ends, trace, folders, state: result.verdict.state}
}
const sh = (script: string, more: object = {}) => ({use: 'exec', with: {argv: ['sh', '-c', script], ...more}})

// test/command/init.test.ts runs the job by its own command, and test/e2e/installed.test.ts verifies its bundle.
it.deep('the quickstart job passes, and its bundle verifies with ordinary tools and with us', async () => {
  using shop = workshop()
  const job = join(ROOT, 'fixtures', 'jobs', 'quickstart.yaml')
  const argv = ['run', job, '--set', 'episodes=20', '--set', 'iterations=100']
  const {code, document, out} = await shop.ask(argv)
  assert.is(code, 0, out.slice(0, 2000))
  const {bundle, items} = parse(runJobResult, document)
  assert.equal(
    items.map(({step_id, state}) => [step_id, state]),
    ['preflight', 'health', 'contract', 'door', 'latency'].map((id) => [id, 'pass']),
  )
  assert.equal([bundle?.complete, bundle?.verified], [true, true])
  assert.is((await shop.ask(['runs', 'verify', bundle?.path ?? ''])).code, 0)
  assert.is((await shop.ask(['runs', 'verify', document.run_id])).code, 0)
  assert.not.match(out, shop.root)
})

it('a failing step skips those that need it and no others, and the exit is the worst verdict', async () => {
  using shop = workshop()
  const {code, ends, trace, result} = await run(shop, [
    {id: 'bad', ...BAD},
    {id: 'after', ...OK, needs: ['bad']},
    {id: 'later', ...OK, needs: ['after']},
    {id: 'aside', ...OK},
    {id: 'gone', use: 'exec', with: {argv: ['no-such-program-here']}},
  ])
  assert.is(code, 1)
  assert.equal(ends, {
    bad: 'fail: the program ended with exit code 1',
    after: 'skipped: need_failed:bad',
    later: 'skipped: need_failed:after',
    aside: 'pass: the program ended with exit code 0',
    gone: 'fail: no-such-program-here could not be started: no folder of PATH holds it',
  })
  assert.is(result.exit.reason, 'bad: the program ended with exit code 1')
  assert.is(trace.status, 'failed')
})

it('a branch for failures, of several steps, leaves a job alone in which nothing failed', async () => {
  using shop = workshop()
  const branch = [
    {id: 'diagnose', ...OK, needs: ['work'], when: 'failure'},
    {id: 'send', ...OK, needs: ['diagnose']},
    {id: 'worse', ...OK, needs: ['diagnose'], when: 'failure'},
    {id: 'sweep', ...OK, needs: ['send'], when: 'always'},
  ]
  const {code, ends, result} = await run(shop, [{id: 'work', ...OK}, ...branch], {job: {bundle: true}})
  const passed = 'pass: the program ended with exit code 0'
  assert.equal(ends, {
    work: passed,
    diagnose: 'skipped: no_need_failed',
    send: 'skipped: need_skipped:diagnose',
    worse: 'skipped: no_need_failed',
    sweep: passed,
  })
  assert.is(code, 0)
  assert.is((await shop.ask(['runs', 'verify', result.run_id])).code, 0)
  const failed = await run(shop, [{id: 'work', ...BAD}, ...branch])
  assert.is(failed.code, 1)
  assert.equal(
    [failed.ends['diagnose'], failed.ends['send'], failed.ends['worse']],
    [passed, passed, 'skipped: no_need_failed'],
  )
})

it('an optional step that fails leaves the job green, its trace honest and its bundle verifying', async () => {
  using shop = workshop()
  const {code, result, trace} = await run(
    shop,
    [
      {id: 'nice', ...BAD, required: false},
      {id: 'must', ...OK},
    ],
    {job: {bundle: true}},
  )
  assert.equal([code, result.verdict.state, trace.status], [0, 'pass', 'failed'])
  const step = trace.steps.find((one: {step_id: string}) => one.step_id === 'nice')
  assert.equal([step.status, step.required], ['failed', false])
  assert.is(result.bundle?.verified, true)
  const {out} = await shop.tell(['run', 'job.json', '--no-bundle', '--format', 'junit'], {env: {PATH}})
  assert.match(out, 'did not decide the verdict')
  assert.is(readdirSync(shop.path('issue-bundles')).length, 1)
})

it('a job without a required step that ran is no good end', async () => {
  using shop = workshop()
  assert.is((await run(shop, [{id: 'a', ...OK, required: false}])).code, 4)
  const skipped = await run(shop, [
    {id: 'a', ...BAD, required: false},
    {id: 'b', ...OK, needs: ['a']},
  ])
  assert.equal([skipped.code, skipped.state], [4, 'inconclusive'])
})

it('every cell of a matrix is an item, and one that fails fails the step', async () => {
  using shop = workshop()
  const step = {id: 'm', matrix: {n: [0, 3], w: ['a', 'b']}, ...sh('echo {matrix.w}; exit {matrix.n}')}
  const {code, ends, folders} = await run(shop, [step, {id: 'after', ...OK, needs: ['m']}])
  assert.is(code, 1)
  assert.equal(Object.keys(ends), ['m.n-0.w-a', 'm.n-0.w-b', 'm.n-3.w-a', 'm.n-3.w-b', 'after'])
  assert.match(ends['m.n-3.w-b'] ?? '', 'exit code 3')
  assert.is(ends['after'], 'skipped: need_failed:m')
  assert.equal(
    folders.slice(0, 4).map((folder) => shop.read(folder, 'logs', 'output.log').trim()),
    ['a', 'b', 'a', 'b'],
  )
})

it('a step and a cell may be called like a secret: the run ends as they do, with nothing masked', async () => {
  using shop = workshop()
  const cells = {id: 'm', matrix: {suite: ['secret', 'api-token', 'unit']}, ...sh('echo {matrix.suite}')}
  const named = ['token', 'secret-scan', 'rotate-password', 'private-key', 'jwt'].map((id) => ({id, ...OK}))
  const {code, ends, result} = await run(shop, [...named, {id: 'verify-signature', ...BAD}, cells], {
    job: {bundle: true},
  })
  assert.is(code, 1)
  assert.match(ends['verify-signature'] ?? '', 'exit code')
  assert.is(result.bundle?.verified, true)
  assert.is((await shop.ask(['runs', 'verify', result.run_id])).code, 0)
  const {out} = await shop.tell(['run', 'job.json', '--plan'])
  const kept = readdirSync(shop.path('runs', result.run_id), {recursive: true, encoding: 'utf8'})
  const texts = kept.filter((name) => /\.\w+$/.test(name)).map((name) => shop.read('runs', result.run_id, name))
  assert.not.match([out, ...texts].join('\n'), '[redacted:')
})

it('`when` decides what a step waits for: failure runs only after one, always runs in any case', async () => {
  using shop = workshop()
  const watchers = (need: string) => [
    {id: 'alarm', ...OK, needs: [need], when: 'failure'},
    {id: 'tidy', ...OK, needs: [need], when: 'always'},
    {id: 'next', ...OK, needs: [need]},
  ]
  const states = (ends: Readonly<Record<string, string | undefined>>) =>
    Object.values(ends).map((reason) => reason?.split(':')[0])
  const bad = await run(shop, [{id: 'a', ...BAD}, ...watchers('a')])
  assert.equal([bad.code, ...states(bad.ends)], [1, 'fail', 'pass', 'pass', 'skipped'])
  const good = await run(shop, [{id: 'a', ...OK}, ...watchers('a')])
  assert.equal([good.code, ...states(good.ends)], [0, 'pass', 'skipped', 'pass', 'pass'])
})

it('outputs of a child are kept as its own: text without secrets, other bytes as they are', async () => {
  using shop = workshop()
  shop.put('in.bin', new Uint8Array([0, 255, 1, 254]))
  const script = 'mkdir -p out && echo "key=$MY_TOKEN" > out/a.txt && cp in.bin out/b.bin && echo "$MY_TOKEN"'
  const env = {PATH, MY_TOKEN: CANARY}
  const step = {id: 'a', ...sh(script, {env: ['MY_TOKEN'], outputs: ['out/*']})}
  const {code, folders, manifest} = await run(shop, [step], {rig: {env}, job: {bundle: true}})
  assert.is(code, 0)
  const kept = manifest.artifacts.filter((one: {path: string}) => one.path.includes('/artifacts/'))
  assert.equal(
    kept.map((one: {path: string; origin: string}) => [one.path.split('/artifacts/')[1], one.origin]),
    [
      ['out/a.txt', 'child'],
      ['out/b.bin', 'child'],
    ],
  )
  assert.match(shop.read(folders[0] ?? '', 'artifacts', 'out', 'a.txt'), /^key=\[redacted/)
  const bytes = filesBelow(shop.path(folders[0] ?? '')).get('artifacts/out/b.bin')
  assert.equal([...(bytes ?? [])], [0, 255, 1, 254])
  for (const part of ['runs', 'issue-bundles']) {
    for (const [name, content] of filesBelow(shop.path(part))) assert.not.ok(content.includes(CANARY), name)
  }
})

it('a variable that the step does not name never reaches its child', async () => {
  using shop = workshop()
  const env = {PATH, OTHER: 'seen', NAMED: 'seen'}
  const {folders} = await run(shop, [{id: 'a', ...sh('echo "$OTHER-$NAMED"', {env: ['NAMED']})}], {rig: {env}})
  assert.is(shop.read(folders[0] ?? '', 'logs', 'output.log'), '-seen\n')
})

it('an output that is missing fails the step; one behind a link is not kept', async () => {
  using shop = workshop()
  symlinkSync('/etc', shop.path('away'))
  symlinkSync('/etc/hostname', shop.path('host.txt'))
  const missing = await run(shop, [{id: 'a', ...sh('true', {outputs: ['nothing/*']})}])
  assert.equal([missing.code, missing.ends['a']], [1, 'fail: no file matches nothing/*'])
  for (const pattern of ['away/hostname', 'away/*', 'host.txt', '**/hostname']) {
    const done = await run(shop, [{id: 'a', ...sh('true', {outputs: [pattern]})}])
    assert.equal([done.code, existsSync(shop.path(done.folders[0] ?? '', 'artifacts'))], [1, false], pattern)
  }
})

it('a file that was promised and cannot be kept fails the step, and is named with the reason wherever one looks', async () => {
  using shop = workshop()
  const make = 'mkdir -p q; echo x > q/nul.txt; echo y > q/ok.txt; ln -s ok.txt q/link.txt; echo all done'
  const done = await run(shop, [{id: 'a', ...sh(make, {outputs: ['q/*.txt']})}])
  const why = 'q/nul.txt: its path must not contain a Windows device name'
  assert.equal([done.code, done.ends['a']], [1, `fail: an output is not kept, ${why}`])
  const report = shop.read(done.folders[0] ?? '', 'report.md')
  for (const told of [why.split(': ')[1] ?? '', 'links are not followed']) assert.match(report, told)
  assert.not.match((await shop.tell(['runs', 'show', 'latest'])).out, 'all done')
})

it('a file whose name holds a line end or is no UTF-8 fails the step that promised it, whatever the pattern', async () => {
  const makes: readonly (readonly [string, string, ...string[]])[] = [
    ['control characters', 'printf lost > "$(printf \'o/x\\ny.txt\')"', 'o/*', 'o/**', '**/*.txt'],
    ['is no UTF-8', 'printf lost > "$(printf \'o/x\\377.txt\')"', 'o/*', 'o/**', '**/*.txt'],
    ['is no UTF-8', 'd="$(printf \'o/d\\377\')"; mkdir "$d"; echo lost > "$d/y.txt"', 'o/**', '**/*.txt'],
  ]
  for (const [why, make, ...patterns] of makes) {
    for (const pattern of patterns) {
      using shop = workshop()
      const done = await run(shop, [{id: 'a', ...sh(`mkdir o; echo a > o/a.txt; ${make}`, {outputs: [pattern]})}])
      assert.is(done.code, 1, `${why} ${pattern} ${done.ends['a']}`)
      assert.match(done.ends['a'] ?? '', why)
    }
  }
})

it('a step out of time is unavailable, its children are gone, and the rest goes on', async () => {
  using shop = workshop()
  const script = 'echo begun; sleep 61 & echo $! > pid; wait'
  const {code, ends, folders, manifest} = await run(shop, [
    {id: 'slow', timeout: '400ms', ...sh(script)},
    {id: 'aside', ...OK},
  ])
  assert.is(code, 3)
  assert.equal(ends, {
    slow: 'unavailable: slow ran past its timeout',
    aside: 'pass: the program ended with exit code 0',
  })
  // A limit that the job set is no failure inside.
  assert.equal(manifest.issues, [])
  assert.is(shop.read(folders[0] ?? '', 'logs', 'output.log'), 'begun\n')
  assert.is(nodeProcessTable.startOf(Number(shop.read('pid'))), undefined)
})

it('a step ends as its program did, whatever goes on printing behind it: its time limit is over then', async () => {
  using shop = workshop()
  const chat = (exit: number) => `(for i in $(seq 100); do echo tick; sleep 0.2; done) & echo 3 tests ran; exit ${exit}`
  const {code, ends, folders, manifest} = await run(shop, [
    {id: 'bad', timeout: '1500ms', ...sh(chat(1))},
    {id: 'good', timeout: '1500ms', ...sh(chat(0))},
  ])
  assert.is(code, 1)
  assert.equal(ends, {
    bad: 'fail: the program ended with exit code 1',
    good: 'pass: the program ended with exit code 0',
  })
  const result = JSON.parse(shop.read(folders[0] ?? '', 'result.json'))
  assert.equal([result.end, result.log.held_open], [{kind: 'exited', code: 1}, true])
  assert.match(shop.read(folders[0] ?? '', 'logs', 'output.log'), '3 tests ran\n')
  assert.equal(
    manifest.issues.map((issue: {code: string}) => issue.code),
    ['output_held_open', 'output_held_open'],
  )
})

it('what ended before an interrupt is told, and what did not run is counted', async () => {
  using shop = workshop()
  const stop = new AbortController()
  const update = (done: number) => void (done === 1 && stop.abort('SIGTERM'))
  const rig = {env: {PATH}, signal: stop.signal, interruptedBy: 'SIGTERM', ports: {progress: {update}}} as const
  const steps = [
    {id: 'a', ...OK},
    {id: 'b', ...sh('sleep 61')},
    {id: 'c', ...OK},
  ]
  const {code, result, manifest, trace} = await run(shop, steps, {rig})
  assert.equal([code, manifest.status, trace.status], [143, 'cancelled', 'cancelled'])
  const {planned, passed, not_run: notRun} = result.verdict.counts
  assert.equal([planned, passed, notRun], [3, 1, 1])
  assert.equal(
    result.items.map(({step_id, state}) => [step_id, state]),
    [
      ['a', 'pass'],
      ['b', 'interrupted'],
    ],
  )
  assert.is(result.bundle, null)
})

it('what the rules keep out of the bundle is counted and named, for it goes with the run alone', async () => {
  using shop = workshop()
  const script =
    'mkdir o; head -c 1000001 /dev/zero | tr "\\0" a > o/big.txt; echo x > o/x.png; echo y > o/y.zip; echo z > o/z.txt'
  const steps = [{id: 'a', ...sh(script, {outputs: ['o/*']})}]
  const {code, result} = await run(shop, steps, {job: {bundle: true}})
  assert.equal([code, result.bundle?.complete, result.bundle?.excluded_count], [0, true, 3])
  assert.equal(result.bundle?.excluded.map(({path, reason}) => [path.split('/').at(-1), reason]).sort(), [
    ['big.txt', 'too-large'],
    ['x.png', 'unsupported-suffix'],
    ['y.zip', 'unsupported-suffix'],
  ])
  const {out} = await shop.tell(['runs', 'bundle', result.run_id, '--replace'], {env: {PATH}})
  assert.match(out, /3: too-large 1, unsupported-suffix 2/)
  const screen = await shop.tell(['run', 'job.json', '--output', 'told.md'], {env: {PATH}})
  assert.match(
    shop.read('told.md'),
    /Not in the bundle, by its rules \(3: too-large 1, unsupported-suffix 2\): .*big\.txt/,
  )
  assert.match(screen.out, /Not in the bundle, by its rules \(3: too-large 1/)
})

it('an optional step that failed is a warning in GitHub, a required one an error', async () => {
  using shop = workshop()
  const steps = [
    {id: 'extra', ...BAD, required: false},
    {id: 'main', ...BAD},
  ]
  shop.put('job.json', JSON.stringify({schema_version: 1, name: 'j', steps}))
  const {out, err} = await shop.tell(['run', 'job.json'], {env: {PATH, GITHUB_ACTIONS: 'true'}})
  assert.match(out + err, /::warning title=[^\n]*extra/)
  assert.match(out + err, /::error title=[^\n]*main/)
})

it('tells how a bundle is checked from where the caller is', async () => {
  using shop = workshop()
  shop.put('here/job.json', JSON.stringify({schema_version: 1, name: 'j', bundle: true, steps: [{id: 'a', ...OK}]}))
  const argv = ['run', 'job.json', '--workspace-dir', '../ws', '--format', 'markdown']
  const {out} = await assay(argv, {env: {PATH}, cwd: shop.path('here')})
  const [, path = ''] = /Check it: assay runs verify (\S+)/.exec(out) ?? []
  assert.match(path, /^\.\.\/ws\/issue-bundles\//)
  assert.ok(existsSync(join(shop.path('here'), path)))
})

it('a bundle that does not hold makes a good job fail', async () => {
  using shop = workshop()
  shop.put('issue-bundles', 'a file where the folder should be')
  const {code, document} = await shop.ask(['run', ...put(shop, [{id: 'a', ...OK}]), '--bundle'], {env: {PATH}})
  assert.is.not(code, 0)
  assert.is(document.exit.code, code)
})

it('steps of every kind share one run, with their events in one log', async () => {
  using shop = workshop()
  const {code, manifest, trace} = await run(shop, [
    {id: 'ready', use: 'doctor', with: {registered_only: true}},
    {id: 'well', use: 'provider.health', with: {providers: ['mock']}, needs: ['ready']},
    {id: 'fast', use: 'benchmark', with: {operations: ['predict'], iterations: 3, warmup: 0}, needs: ['well']},
    {id: 'right', use: 'eval', with: {suite: 'contract', n: 2}, needs: ['well']},
  ])
  assert.is(code, 0)
  assert.is(shop.runs().length, 1)
  assert.ok(manifest.event_count > 3)
  assert.equal(manifest.providers, ['mock', 'analytic'])
  for (const id of ['ready', 'well', 'fast', 'right']) {
    assert.ok(
      trace.steps.some((one: {step_id: string}) => one.step_id === id),
      id,
    )
  }
})

function put(shop: Workshop, steps: object[]): string[] {
  shop.put('job.json', JSON.stringify({schema_version: 1, name: 'j', steps}))
  return ['job.json']
}
it('when the run itself breaks, what still runs has ended before the run is closed', async () => {
  using shop = workshop()
  const steps = [
    {id: 'waits', ...sh('while [ ! -e pid ]; do sleep 0.05; done')},
    // Takes its time to end.
    {id: 'long', ...sh('trap "sleep 0.5; exit 1" TERM; echo $$ > pid; while :; do sleep 0.05; done')},
  ]
  shop.put('job.json', JSON.stringify({schema_version: 1, name: 'j', steps, concurrency: {total: 2}}))
  let updates = 0
  const update = () => {
    if (++updates === 2) throw new TypeError('update is not a function')
  }
  const {code, document} = await shop.ask(['run', 'job.json'], {env: {PATH}, ports: {progress: {update}}})
  assert.equal([code, document.exit.name], [70, 'bug'])
  assert.is(nodeProcessTable.startOf(Number(shop.read('pid'))), undefined)
})

it.run()
