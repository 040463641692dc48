import {spawnSync} from 'node:child_process'
import {chmodSync, mkdirSync, readdirSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {KNOWN_NAMES} from '#cli/known-values'
import {listNames} from '#cli/list-names'
import {loadCatalogue} from '#drill/read/load-drill'
import {nodeReader} from '#path/node-files'
import {Redactor} from '#redact/redactor'
import {ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {workshop} from '../support/workshop.ts'

const it = spec('completion in shells')
const LONG_MS = 60_000
const RUNS = ['20260101T000000000Z-aaaaaa', '20260202T000000000Z-bbbbbb']
const NEWEST_FIRST = RUNS.toReversed()
const LATEST = ['latest', 'latest:eval', 'latest:benchmark', 'latest:job', 'latest:drill', 'latest:node']
/** What a shell would run if it read the name as its own language. */
const HOSTILE = '$(touch evil) `touch evil`;touch evil'
const DEFINED =
  'schema_version: 1\nproviders:\n  - {name: own-arm, transport: stdio, capabilities: [predict], command: [own]}\n'

/** What the program answers in the shells: what it is asked for, in which folder, and names that no program of ours gives. */
const ANSWERS = `#!/bin/sh
[ "$1" = --complete ] || exit 1
case "$2:$*" in
run:*other*) echo ${RUNS[0]} ;;
run:*) printf '%s\\n' ${[...LATEST, ...NEWEST_FIRST].join(' ')} '${HOSTILE}' ;;
provider:*) echo own-arm ;;
esac
`

/** A folder with documents, some with names that mean something to a shell, and a program on the path. */
async function stage(shell: 'bash' | 'zsh' | 'fish') {
  const shop = workshop()
  for (const name of ['a job.yaml', 'b.json', 'notes.txt', `${HOSTILE}.toml`]) shop.put(name, '')
  shop.put('programs/assay', ANSWERS)
  chmodSync(shop.path('programs', 'assay'), 0o755)
  shop.put('script', (await shop.tell(['completion', shell])).out)
  const env = {PATH: `${shop.path('programs')}:${process.env['PATH']}`, HOME: shop.root, ZDOTDIR: '.', LC_ALL: 'C'}
  return {
    ask(argv: readonly string[], LINE = ''): string[] {
      const {stdout, stderr} = spawnSync(shell, argv, {cwd: shop.root, env: {...env, LINE}, encoding: 'utf8'})
      assert.is(stderr, '', `${argv.join(' ')} ${LINE}`)
      return stdout.split('\n').filter(Boolean)
    },
    [Symbol.dispose]() {
      const isRun = readdirSync(shop.root).includes('evil')
      shop[Symbol.dispose]()
      assert.not.ok(isRun, 'a name was run')
    },
  }
}

/** A test in a shell that not every machine has. */
function inShell(shell: 'bash' | 'zsh' | 'fish', test: string, body: () => Promise<void>): void {
  const isHere = spawnSync(shell, ['--version']).status === 0
  if (isHere) it(`${shell} ${test}`, body, LONG_MS)
  else it.skip(`${shell} ${test}`, `there is no ${shell} on this machine`)
}

const TEST = 'offers names of runs, suites and providers, and documents, and reads no name as its own language'
const FORMATS_OF_SHOW = ['human', 'json', 'markdown', 'csv']

inShell('bash', TEST, async () => {
  using at = await stage('bash')
  /** Words as readline breaks them; the last is the one being typed. */
  const offered = (words: string) => {
    const list = `COMP_WORDS=(assay ${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))`
    return at.ask(['--norc', '-c', `source ./script; ${list}; _assay assay; printf '%s\n' "\${COMPREPLY[@]}"`])
  }
  assert.equal(offered("runs show ''").slice(0, LATEST.length + 3), [...LATEST, ...NEWEST_FIRST, HOSTILE])
  assert.equal(offered("runs show 'latest' ':' 'e'"), ['eval'])
  assert.equal(offered("eval --baseline '2026'"), NEWEST_FIRST)
  assert.equal(offered("eval --baseline '=' '20260101'"), [RUNS[0]])
  assert.equal(offered(`runs compare ${RUNS[1]} '2026'`), NEWEST_FIRST)
  assert.equal(offered(`eval --workspace-dir "'other folder'" --baseline '2026'`), [RUNS[0]])
  assert.equal(offered(`runs show --workspace-dir other --format ''`), FORMATS_OF_SHOW)
  assert.equal(offered("eval --suite 'closed'"), ['closed-loop'])
  assert.equal(offered("eval --env 'two'"), ['two-room'])
  assert.equal(offered("eval --seed ''"), [])
  assert.equal(offered("benchmark --preset 'remote'"), ['remote-media-dryrun'])
  assert.equal(offered("provider health 'o'"), ['observer', 'openpi', 'own-arm'])
  assert.equal(offered("env rollout 'two'"), ['two-room'])
  assert.equal(offered("drills 'clock'"), ['clock-skew'])
  assert.equal(offered("drills 'a'"), ['auth-brute-force', 'alert-rules', 'auth-expiry', 'a job.yaml'])
  assert.equal(offered("node check --skip 'repo.cl'"), ['repo.cleanup'])
  assert.equal(offered("eval --provider 'mo'"), ['mock'])
  assert.equal(offered("node check --mode 'qu'"), ['quick'])
  assert.equal(offered("node upgrade --resume '2026'"), NEWEST_FIRST)
  assert.equal(offered("node rollback --run '2026'"), NEWEST_FIRST)
  assert.equal(offered("run 'a'"), ['a job.yaml'])
  assert.equal(offered("run '$'"), [`${HOSTILE}.toml`])
  assert.not.ok(offered("run ''").includes('notes.txt'))
  assert.equal(offered("run job.yaml '--pl'"), ['--plan'])
})

inShell('zsh', TEST, async () => {
  using at = await stage('zsh')
  // What the completion system would be handed: its own words exist only while somebody types.
  const stubs = 'compset() { : }; compadd() { shift 3; print -rl -- "$@" }; _files() { print -r -- "files $*" }'
  const offered = (words: string) =>
    at.ask(['-f', '-c', `source ./script; ${stubs}; words=(assay ${words}); CURRENT=$#words; _assay`])
  assert.equal(offered("runs show ''").slice(0, LATEST.length + 3), [...LATEST, ...NEWEST_FIRST, HOSTILE])
  assert.equal(offered(`eval --workspace-dir "'other folder'" --baseline ''`), [RUNS[0]])
  assert.ok(offered("eval --suite ''").includes('closed-loop'))
  assert.ok(offered("provider health ''").includes('own-arm'))
  assert.match(offered("run ''").join(), 'files -g *.(yaml|yml|toml|json)')
  assert.equal(offered("runs show --format=''"), FORMATS_OF_SHOW)
  assert.ok(offered("run job.yaml '--pl'").includes('--plan'))
})

inShell('fish', TEST, async () => {
  using at = await stage('fish')
  const offered = (line: string) =>
    at
      .ask(['--no-config', '-c', 'source ./script; complete -C $LINE'], `assay ${line}`)
      .map((row) => row.split('\t')[0])
  assert.equal(offered('runs show ').slice(0, LATEST.length + 3), [...LATEST, ...NEWEST_FIRST, HOSTILE])
  assert.equal(offered(`eval --workspace-dir 'other folder' --baseline 2026`), [RUNS[0]])
  assert.ok(offered('eval --suite ').includes('closed-loop'))
  assert.equal(offered('provider health own'), ['own-arm'])
  assert.equal(offered('run b'), ['b.json'])
  assert.equal(offered('run a'), ['a job.yaml'])
  assert.not.ok(offered('run ').includes('notes.txt'))
  assert.equal(offered('run job.yaml --pl'), ['--plan'])
})

it('the drills that are offered are those of this version', async () => {
  const ports = {reader: nodeReader, redactor: new Redactor()}
  const catalogue = await loadCatalogue(join(ROOT, 'fixtures', 'drills'), ports)
  assert.equal(KNOWN_NAMES.drill?.toSorted(), catalogue.map(({drill}) => drill.id).sort())
})

it('the scripts are answered with runs, newest first, and with providers of a file, whose code is not run', async () => {
  using shop = workshop()
  for (const id of [...RUNS, HOSTILE, 'no-run']) mkdirSync(shop.path('runs', id), {recursive: true})
  mkdirSync(shop.path('other folder', 'runs', RUNS[0] ?? ''), {recursive: true})
  shop.put('own.yaml', DEFINED)
  shop.put('module.yaml', DEFINED.replace('stdio', 'module').replace('command: [own]', 'module: ./evil.mjs'))
  shop.put('evil.mjs', `import {writeFileSync} from 'node:fs'\nwriteFileSync('evil', '')\n`)
  const answer = async (words: readonly string[], env = {}) => {
    const [thing, ...rest] = words
    return await listNames({thing, words: rest, cwd: shop.root, env}, nodeReader)
  }
  assert.equal(await answer(['run', 'assay', 'runs', 'show', '']), [...LATEST, ...NEWEST_FIRST])
  for (const typed of ['"other folder"', 'other\\ folder', 'other folder'])
    assert.equal(await answer(['run', 'assay', 'eval', '--workspace-dir', typed]), [...LATEST, RUNS[0]], typed)
  assert.equal(await answer(['run', '--workspace-dir=~/other folder'], {HOME: shop.root}), [...LATEST, RUNS[0]])
  assert.equal(await answer(['provider'], {ASSAY_PROVIDERS_FILE: 'own.yaml'}), ['own-arm'])
  assert.equal(await answer(['provider', '--providers', 'module.yaml']), ['own-arm'])
  assert.not.ok(readdirSync(shop.root).includes('evil'))
})

it('the program answers by itself, and in a folder that is gone says nothing', async () => {
  using shop = workshop()
  mkdirSync(shop.path('runs', RUNS[0] ?? ''), {recursive: true})
  const program = `'${process.execPath}' '${join(ROOT, 'bin', 'assay.js')}' --complete run`
  const line = `${program} assay runs show; mkdir gone; cd gone; rmdir ../gone; ${program}`
  const {stdout, stderr, status} = spawnSync('sh', ['-c', line], {cwd: shop.root, encoding: 'utf8'})
  assert.equal([status, stderr, stdout.split('\n')], [0, '', [...LATEST, RUNS[0], '']])
})

it('what is asked for and is not there, is broken or is no name of a thing, ends well and says nothing', async () => {
  using shop = workshop()
  shop.put('broken.yaml', 'a: [')
  const asked: readonly (readonly string[])[] = [
    [],
    ['run'],
    ['run', '--workspace-dir'],
    ['run', '--workspace-dir', 'none'],
    ['provider'],
    ['provider', '--providers', 'broken.yaml'],
    ['provider', '--providers', '.'],
    ['constructor'],
  ]
  for (const words of asked) {
    const [thing, ...rest] = words
    assert.equal(await listNames({thing, words: rest, cwd: shop.root, env: {}}, nodeReader), [], words.join(' '))
  }
})
it.run()
