import {spawn, spawnSync} from 'node:child_process'
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {openAccounts} from '#host/account/open-accounts'
import {BUILT_HOME} from '../support/built-home.ts'
import {MemoryKeyring} from '../support/fakes/memory-keyring.ts'
import {ROOT} from '../support/hall-rig.ts'
import {type SecondHost, startSecondHost} from '../support/second-host/second-host.ts'
import {BIN} from '../support/spawned.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('git with our credential helper')
const HELPER = join(BUILT_HOME, 'bin', 'git-credential-assay.js')
const STAND_IN = join(ROOT, 'test', 'support', 'file-credential-helper.ts')
const LONG_MS = 120_000

interface Ran {
  readonly code: number | null
  readonly out: string
}

/** A program with its whole output; nothing of this machine's git settings, and nobody to ask. The host under test answers meanwhile. */
function run(
  argv: readonly [string, ...string[]],
  env: Record<string, string>,
  input: string | Buffer = '',
): Promise<Ran> {
  const [program, ...args] = argv
  const clean = {
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: 'true',
  }
  const variables = Object.fromEntries(
    ['PATH', 'LD_LIBRARY_PATH'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )
  const child = spawn(program, args, {env: {...variables, ...clean, ...env}})
  let out = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      out += piece
    })
  }
  // Whoever refuses what it is told leaves before it has heard all.
  child.stdin.on('error', () => undefined).end(input)
  return new Promise((done) => child.on('close', (code) => done({code, out})))
}

/** A repository with one commit on a host that lets nobody in without a token. */
async function withRepository(host: SecondHost, folder: string): Promise<string> {
  const headers = {authorization: `Bearer ${host.token}`, 'content-type': 'application/json'}
  const made = await fetch(`${host.url}/api/repos`, {
    method: 'POST',
    headers,
    body: JSON.stringify({owner: 'amber', name: 'demo'}),
  })
  assert.ok(made.ok, await made.text())
  const url = `${host.url}/git/amber/demo.git`
  const git = (...args: string[]) => run(['git', '-C', folder, ...args], {HOME: folder})
  await git('init', '--quiet', '-b', 'main')
  await git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '--allow-empty', '-m', 'first')
  const header = `http.extraHeader=Authorization: Basic ${Buffer.from(`amber:${host.token}`).toString('base64')}`
  const pushed = await git('-c', header, 'push', '--quiet', url, 'main:trunk')
  assert.is(pushed.code, 0, pushed.out)
  return url
}

it(
  'clones, pushes and forgets what was refused, as git asks it',
  async () => {
    await using host = await startSecondHost()
    using dir = tempDir()
    mkdirSync(join(dir.path, 'work'))
    const url = await withRepository(host, join(dir.path, 'work'))
    const file = join(dir.path, 'keyring.json')
    const keyring = new MemoryKeyring()
    const accounts = openAccounts(keyring)
    await accounts.keep(host.url, 'wrong', 'token-of-nobody')
    await accounts.keep(host.url, 'amber', host.token)
    const write = () => writeFileSync(file, JSON.stringify(Object.fromEntries(keyring.entries)))
    write()
    const helper = `credential.helper=!'${process.execPath}' '${STAND_IN}' '${file}'`
    const git = (...args: string[]) => run(['git', '-C', dir.path, '-c', helper, ...args], {HOME: dir.path})
    const byOwner = await git('-c', 'credential.useHttpPath=true', 'clone', '--quiet', url, 'by-owner')
    assert.is(byOwner.code, 0, byOwner.out)
    const byName = await git('clone', '--quiet', url.replace('://', '://amber@'), 'by-name')
    assert.is(byName.code, 0, byName.out)
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@b']
    assert.is((await git('-C', 'by-name', ...who, 'commit', '--quiet', '--allow-empty', '-m', 'second')).code, 0)
    const pushed = await git('-C', 'by-name', 'push', '--quiet')
    assert.is(pushed.code, 0, pushed.out)
    assert.not(readFileSync(join(dir.path, 'by-name', '.git', 'config'), 'utf8').includes(host.token))
    const before: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
    assert.is(before[`assay:${host.url}|wrong`], 'token-of-nobody')
    const refused = await git('clone', '--quiet', url, 'by-default')
    assert.is(refused.code, 128)
    const {[`assay:${host.url}|wrong`]: gone, ...rest} = before
    assert.is(gone, 'token-of-nobody')
    assert.equal(JSON.parse(readFileSync(file, 'utf8')), rest, 'the refused token is gone, and nothing else')
  },
  LONG_MS,
)

it(
  'the program refuses hostile input with nothing on standard output and never hangs',
  async () => {
    const env = {DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere'}
    const ask = (operation: string, input: string | Buffer) => run([process.execPath, HELPER, operation], env, input)
    const place = 'protocol=https\nhost=host.example\n'
    const [huge, nul, http, later, nobody, started] = await Promise.all([
      ask('get', Buffer.alloc(8 << 20, 'a')),
      ask('get', `${place}username=a\0b\n\n`),
      ask('get', 'protocol=http\nhost=host.example\n\n'),
      ask('capability', place),
      ask('get', `${place}\n`),
      run([process.execPath, HELPER], env),
    ])
    for (const one of [huge, nul]) {
      assert.is(one?.code, 2)
      assert.match(one?.out ?? '', 'git-credential-assay: standard input is not what git writes')
    }
    for (const one of [http, later]) assert.equal(one, {code: 0, out: ''})
    assert.is(started?.code, 2)
    if (process.platform !== 'linux') return
    assert.is(nobody?.code, 3)
    assert.match(nobody?.out ?? '', 'no keyring of this system answers')
  },
  LONG_MS,
)

const tools = ['dbus-run-session', 'gnome-keyring-daemon', 'secret-tool']
const missing = tools.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0)

/** A session with a keyring of its own, unlocked with a password made up here; it ends with the shell. */
const SESSION = `printf secret | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
set -e
assay() { "$NODE" "$BIN" node account "$@" --format json; }
printf '%s\\n' "$TOKEN" | assay add --host "$HOST" --allow-loopback
assay list
git -c "credential.helper=!'$NODE' '$HELPER'" clone --quiet "$URL" clone
secret-tool lookup service "assay:$HOST" username amber > seen-by-another
printf other | secret-tool store --label=x service "assay:$HOST" username amber
! git -c "credential.helper=!'$NODE' '$HELPER'" clone --quiet "$URL" refused
secret-tool lookup service "assay:$HOST" username amber > seen-after || true
printf '%s\\n' "$TOKEN" | assay add --host "$HOST" --allow-loopback
assay remove amber --host "$HOST"
secret-tool search --all service "assay:$HOST" > seen-at-last 2>&1 || true
`

const real = 'the real Secret Service holds the token, another program reads it there, and git clones with it'
if (missing.length > 0) it.skip(real, `needs ${missing.join(', ')} (Debian: dbus gnome-keyring libsecret-tools)`)
else
  it(
    real,
    async () => {
      await using host = await startSecondHost()
      using dir = tempDir()
      for (const name of ['work', 'runtime', 'data']) mkdirSync(join(dir.path, name), {mode: 0o700})
      const url = await withRepository(host, join(dir.path, 'work'))
      const env = {
        ...{HOME: dir.path, XDG_RUNTIME_DIR: join(dir.path, 'runtime'), XDG_DATA_HOME: join(dir.path, 'data')},
        ...{NODE: process.execPath, BIN, HELPER, URL: url, HOST: host.url, TOKEN: host.token},
      }
      const {code, out} = await run(['dbus-run-session', '--', 'sh', '-c', `cd '${dir.path}'\n${SESSION}`], env)
      assert.is(code, 0, out)
      const read = (name: string) => readFileSync(join(dir.path, name), 'utf8').trim()
      assert.ok(existsSync(join(dir.path, 'clone', '.git')))
      assert.is(read('seen-by-another'), host.token)
      assert.is(read('seen-after'), '', 'what the host refused is gone')
      assert.is(read('seen-at-last'), '')
      assert.match(out, '"kept": true')
      assert.not(out.includes(host.token))
    },
    LONG_MS,
  )

it.run()
