import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {commandFault} from '#drill/read/command-rules'
import {loadDrill} from '#drill/read/load-drill'
import {AssayError} from '#error/assay-error'
import {nodeFiles} from '#path/node-files'
import {Redactor} from '#redact/redactor'
import {quickDrill} from '../../support/drill-ways.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('no code in drill files')

const TAKEN = [
  'git config --file job.conf host.job {token.job}',
  'git config --file job.conf --remove-section host',
  'git grep --no-index -I -l -E hn_[0-9] -- *.conf',
  'git -C work/big -c http.postBuffer=100000000 push --quiet origin main',
  'git init --quiet small/a',
  'git cat-file --batch',
  'git hash-object note.txt',
]

const CODE = [
  'git -c alias.x=!sh x',
  'git -c core.sshCommand=sh push origin main',
  'git -c protocol.ext.allow=always push origin main',
  'git -c http.postBuffer=1 -c core.pager=sh push origin main',
  'git --exec-path=. push origin main',
  'git --config-env=alias.x=X x',
  'git -C ../elsewhere push origin main',
  'git -C work/big.git push origin main',
  'git push --receive-pack=sh origin main',
  'git push origin main --receive-pack=sh',
  'git push --exec=sh origin main',
  'git push ext::sh main',
  'git clone --upload-pack=sh work/big other',
  'git clone ext::sh other',
  'git ls-remote ext::sh',
  'git fetch origin',
  'git init --quiet --template=hooks small',
  'git init small/.GIT',
  'git hash-object -w note.txt',
  'git hash-object --stdin-paths',
  'git config --file .gitconfig alias.x !sh',
  'git config --file work/big/.git/config core.fsmonitor !sh',
  'git config --global alias.x !sh',
  'git config alias.x !sh',
  'git config --edit --file job.conf',
  'git config edit --file job.conf',
  'git grep --no-index -Osh x',
  'git grep --no-index --open-files-in-pager=sh x',
  'git difftool --extcmd=sh',
  'git x',
  'git',
  'sh -c ls',
  '/usr/bin/git push origin main',
]

it('git is given what drills need, and nothing that could run a program', () => {
  for (const line of TAKEN) assert.is(commandFault(line.split(' ')), undefined, line)
  for (const line of CODE) assert.type(commandFault(line.split(' ')), 'string', line)
})

it('a subcommand that is near is told', () => {
  assert.match(commandFault(['git', 'pusch']) ?? '', 'did you mean push')
})

async function rulesOf(text: string): Promise<string[]> {
  using dir = tempDir()
  const path = join(dir.path, 'drill.yaml')
  writeFileSync(path, text)
  try {
    await loadDrill(path, {reader: nodeFiles.reader, redactor: new Redactor()})
    return []
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    return error.issues.map(({pointer, rule}) => `${pointer} ${rule}`)
  }
}

const withEnv = (env: string) => quickDrill().replace('kind: providers,', `kind: providers, env: {${env}},`)

it('variables of a target load no code, and lead to nobody else', async () => {
  for (const name of ['NODE_OPTIONS', 'GIT_SSH_COMMAND', 'LD_PRELOAD', 'PATH', 'EDITOR'])
    assert.equal(await rulesOf(withEnv(`${name}: x`)), [`/target/env/${name} no_code`])
  const elsewhere = [
    'COSMOS_BASE_URL: "http://10.255.255.1:9"',
    'COSMOS_BASE_URL: "http://127.0.0.1@db.example.com/"',
    'COSMOS_BASE_URL: "http://127.0.0.1.example.com/"',
    'OWN_URL: "wss://localhost:1,https://db.example.com"',
    'GROOT_POLICY_HOST: db.example.com',
  ]
  for (const env of elsewhere)
    assert.match((await rulesOf(withEnv(env))).join('\n'), /^\/target\/env\/[A-Z_]+ host$/m, env)
  const own = [
    'OWN_URL: "http://localhost:80/a"',
    'OWN_HOST: 127.0.0.1',
    'OWN_URL: "http://[::1]:4/"',
    'NOTE: all is well',
  ]
  for (const env of own) assert.equal(await rulesOf(withEnv(env)), [], env)
})

it('files of a target are neither settings of git nor programs that the drill itself runs', async () => {
  for (const path of ['.gitconfig', '.config/git/config', 'work/a/.git/hooks/pre-push', 'trap/git', 'trap/node']) {
    const rules = await rulesOf(quickDrill().replace('files: [', `files: [{path: ${path}, text: x}, `))
    assert.equal(rules, ['/target/files/0/path no_code'], path)
  }
  assert.equal(await rulesOf(quickDrill().replace('files: [', 'files: [{path: trap/npm, text: x}, ')), [])
  const broken = quickDrill().replaceAll('{path: note.txt, mode', '{path: work/a/.git/config, mode')
  assert.ok((await rulesOf(broken)).includes('/inject/0/args/path no_code'))
})

it.run()
