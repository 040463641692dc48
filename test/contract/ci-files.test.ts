// Counts no coverage: what it starts is other programs.
import {spawnSync} from 'node:child_process'
import {chmodSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {validateAction, validateWorkflow} from '@action-validator/core'
import * as assert from 'uvu/assert'
import {parse} from 'yaml'
import {CI_FILES} from '#job/first-job'
import {ROOT} from '../support/hall-rig.ts'
import {junitFaults} from '../support/junit-rules.ts'
import {BIN} from '../support/spawned.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('files for continuous integration')
const LIMIT_MS = 120_000
const page = readFileSync(join(ROOT, 'docs', 'ci.md'), 'utf8')
const shown = (name: string) => {
  const start = page.indexOf(` ${name}\n`) + name.length + 2
  return page.slice(start, page.indexOf('\n```', start) + 1)
}
const workflow = parse(shown('.github/workflows/assay.yml'))
const gitlab = parse(shown('.gitlab-ci.yml'))
const jenkins = shown('Jenkinsfile')
const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8'))
const [, block = ''] =
  /^```yaml nightly\.yaml\n([\s\S]*?)^```$/m.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? []
/** The same steps with fewer trials: what is tried here is the pipeline. */
const NIGHTLY = block.replace('env: two-room,', 'env: two-room, n: 20, planner: quick,')

/** A folder as a runner has it: the job file, `npm ci` done, and npx finding what that installed. */
function runner() {
  const dir = tempDir()
  const programs = join(dir.path, 'programs')
  mkdirSync(programs)
  writeFileSync(join(dir.path, 'nightly.yaml'), NIGHTLY)
  const program = (name: string, body: string) => {
    writeFileSync(join(programs, name), `#!/bin/sh\n${body}\n`)
    chmodSync(join(programs, name), 0o755)
  }
  program('npm', '[ "$*" = ci ]')
  program('npx', `[ "$1 $2" = "--no assay" ] && shift 2 && exec '${process.execPath}' '${BIN}' "$@"`)
  const env = {PATH: `${programs}:${process.env['PATH']}`, HOME: dir.path, GITHUB_OUTPUT: join(dir.path, 'outputs')}
  const type = (line: string, more = {}) => {
    const {status, stdout, stderr} = spawnSync('bash', ['-e', '-c', line], {
      cwd: dir.path,
      env: {...env, ...more},
      encoding: 'utf8',
    })
    assert.is(status, 0, `${line}\n${stdout}\n${stderr}`)
  }
  const read = (name: string) => readFileSync(join(dir.path, name), 'utf8')
  return {type, read, [Symbol.dispose]: () => dir[Symbol.dispose]()}
}

it('the files are what their systems take: each step does one thing, and keys are spelled as they know them', () => {
  const [job] = Object.values<{'runs-on': string; steps: Record<string, unknown>[]}>(workflow.jobs)
  assert.equal(Object.keys(workflow), ['name', 'on', 'permissions', 'jobs'])
  for (const step of job?.steps ?? []) {
    assert.is(Number('uses' in step) + Number('run' in step), 1)
    assert.equal(
      Object.keys(step).filter((key) => !['id', 'if', 'uses', 'with', 'run', 'env', 'name'].includes(key)),
      [],
    )
  }
  assert.equal(Object.keys(gitlab.assay), ['image', 'timeout', 'script', 'allow_failure', 'artifacts'])
  assert.equal(gitlab.assay.artifacts.reports, {junit: 'assay.xml', dotenv: 'assay.env'})
  assert.is([...jenkins].filter((sign) => sign === '{').length, [...jenkins].filter((sign) => sign === '}').length)
  assert.is(action.runs.using, 'composite')
  assert.ok(action.runs.steps.every((step: {run?: string; shell?: string}) => step.run === undefined || step.shell))
  assert.not.match(action.runs.steps.map(({run}: {run: string}) => run).join(), '${{')
})

it("the action and each workflow are what GitHub's own schemas take, and a key that is not theirs is refused", () => {
  const first = CI_FILES.github.text
  const files = {
    'action.yml': validateAction(readFileSync(join(ROOT, 'action.yml'), 'utf8')),
    'docs/ci.md': validateWorkflow(shown('.github/workflows/assay.yml')),
    'assay init': validateWorkflow(first),
  }
  for (const [name, {errors}] of Object.entries(files)) assert.equal(errors, [], name)
  assert.ok(validateWorkflow(first.replace('runs-on:', 'runs-at:')).errors.length > 0)
  assert.ok(validateAction(readFileSync(join(ROOT, 'action.yml'), 'utf8').replace('using:', 'use:')).errors.length > 0)
})

it(
  'the lines of GitHub, GitLab and Jenkins end well and leave what the files collect',
  () => {
    const [job] = Object.values<{steps: {run?: string}[]}>(workflow.jobs)
    const github = (job?.steps ?? []).flatMap(({run}) => run ?? [])
    const shell = [...jenkins.matchAll(/\bsh '([^']+)'/g)].map(([, line = '']) => line)
    const others = [gitlab.assay.script, shell].flat()
    using at = runner()
    for (const line of github) at.type(line, {GITHUB_ACTIONS: 'true'})
    assert.match(
      at.read('outputs'),
      /^run=\S+\nverdict=pass\nexit_code=0\nreport=runs\/\S+\/reports\/report\.html\nbundle=issue-bundles\/\S+\n$/,
    )
    assert.equal(junitFaults(at.read('assay.xml')), [])
    assert.match(at.read('assay.html'), '<html')
    // The others differ in their flags; what those leave needs no job of half a minute.
    for (const line of others) at.type(line.replace('run nightly.yaml', 'eval --suite contract --env two-room --n 4'))
    assert.match(at.read('assay.env'), /^ASSAY_RUN=\S+\nASSAY_VERDICT=pass\n/)
  },
  LIMIT_MS,
)

it('the action takes its inputs as text and nothing else', () => {
  const [step] = action.runs.steps
  using at = runner()
  assert.equal(Object.keys(step.env), ['JOB', 'ARGUMENTS'])
  at.type(
    step.run.replace(
      'node "$GITHUB_ACTION_PATH/bin/bootstrap.js" "$GITHUB_ACTION_PATH/bin/assay.js"',
      "printf '%s\\n' > typed",
    ),
    {JOB: '$(touch evil) a.yaml', ARGUMENTS: '--set\nx=`touch evil`\n'},
  )
  assert.is(at.read('typed'), 'run\n$(touch evil) a.yaml\n--set\nx=`touch evil`\n')
})

const DOCKER = 'the Dockerfile passes the checks of Docker itself'
if (spawnSync('docker', ['info']).status !== 0) it.skip(DOCKER, 'no Docker answers on this machine')
else {
  it(
    DOCKER,
    () => {
      const {status, stdout, stderr} = spawnSync('docker', ['build', '--check', ROOT], {encoding: 'utf8'})
      assert.is(status, 0, stdout + stderr)
    },
    LIMIT_MS,
  )
}

it('the Dockerfile installs what was packed, and ends as a user who is not root', () => {
  const lines = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const words = lines.map((line) => line.split(' ')[0])
  assert.equal(words, ['FROM', 'COPY', 'RUN', 'USER', 'WORKDIR', 'ENTRYPOINT', 'CMD'])
  const {name} = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  assert.ok(lines[1]?.includes(`${name.replace('@', '').replace('/', '-')}-*.tgz`))
  assert.not.match(lines[3] ?? '', /root|^USER 0/)
  for (const line of lines.slice(5)) assert.ok(Array.isArray(JSON.parse(line.slice(line.indexOf('[')))))
})
it.run()
