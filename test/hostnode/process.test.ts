import {execFileSync, spawn, spawnSync} from 'node:child_process'
import {once} from 'node:events'
import {existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {createServer} from 'node:http'
import type {AddressInfo} from 'node:net'
import {join} from 'node:path'
import {text} from 'node:stream/consumers'
import * as assert from 'uvu/assert'
import {HOSTNODE} from '../support/built-home.ts'
import {startTestNode} from '../support/hostnode.ts'
import {hostnodeHere} from '../support/hostnode-here.ts'
import {setFault} from '../support/node-control.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('hostnode process')
/** A call that ends by itself, of a program of its own. */
function program(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const {status, stdout, stderr} = spawnSync(process.execPath, [HOSTNODE, ...args], {
    cwd,
    env: {PATH: process.env['PATH'], ...env},
    encoding: 'utf8',
  })
  return {status, stdout, stderr}
}

/** The same in this process. */
const hostnode = (cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  hostnodeHere(args, {cwd, env})

it('a configuration that is wrong in any way is exit 2 before a port opens or a file is made', async () => {
  using dir = tempDir()
  // This process has another working directory than a program would have.
  const placed = (name: string) => join(dir.path, name)
  const file = (name: string, text: string) => writeFileSync(placed(name), text)
  file('twice.yaml', 'data_dir: a\ndata_dir: b\n')
  file('unknown.toml', 'colour = "blue"\n')
  file('broken.json', '{"data_dir": ')
  file('kind.yaml', 'insecure_http: "yes"\n')
  file('nowhere.yaml', "data_dir: ''\n")
  for (const args of [
    ['--colour', 'blue'],
    ['--data-dir', 'a', '--data-dir', 'b'],
    ['--api-addr', '127.0.0.1'],
    ['--api-addr', '127.0.0.1:65536'],
    ['--drain-timeout', '30'],
    ['--bootstrap-user', 'a'],
    ['--insecure-http=1'],
    ['--compat', 'bare-lists,colour'],
    ['--compat', 'legacy,bare-lists'],
    ['stray'],
    ['--peer-addr', '127.0.0.1:0'],
    ['--validators', 'none.json'],
    ['--validators', 'none.json', '--peer-addr', 'off'],
    ['--config', placed('twice.yaml')],
    ['--config', placed('unknown.toml')],
    ['--config', placed('broken.json')],
    ['--config', placed('kind.yaml')],
    ['--config', placed('none.yaml')],
    ['--config', placed('nowhere.yaml')],
  ]) {
    const {status, stderr} = await hostnode(dir.path, ['serve', ...args])
    assert.is(status, 2, `${args.join(' ')}: ${stderr}`)
    assert.match(stderr, /^hostnode: error \w+: /)
    if (!args.some((word) => word.includes('none.'))) assert.not.match(stderr, /file_missing/, args.join(' '))
  }
  assert.is((await hostnode(dir.path, ['serve'], {HOSTNODE_COLOUR: 'blue'})).status, 2)
  assert.is((await hostnode(dir.path, ['serve'], {HOSTNODE_CRASH_AT: 'nowhere:1'})).status, 2)
  assert.is((await hostnode(dir.path, ['fly'])).status, 2)
  assert.is(program(dir.path, ['serve', '--colour', 'blue']).status, 2)
  const key = 'a'.repeat(64)
  const members = [
    {name: 'a', pubkey: key, weight: 1.5, address: '127.0.0.1:1'},
    {name: 'a', pubkey: key, address: '127.0.0.1'},
  ]
  file('network.json', JSON.stringify({network: 'x', validators: members, colour: 'blue'}))
  const {status, stderr} = await hostnode(dir.path, ['serve', '--validators', placed('network.json')])
  assert.is(status, 2)
  for (const part of ['/colour', '/0/weight', '/1/name', '/1/pubkey', '/1/address']) assert.match(stderr, part)
  assert.not.ok(execFileSync('ls', [dir.path], {encoding: 'utf8'}).includes('hostnode-data'))
})

it('a document that cannot be read is told with the line of each fault', async () => {
  using dir = tempDir()
  writeFileSync(join(dir.path, 'node.yaml'), 'data_dir: a\nvalidators: [\n  x: : y\n')
  const {status, stderr} = await hostnode(dir.path, ['serve', '--config', join(dir.path, 'node.yaml')])
  assert.is(status, 2)
  assert.match(stderr, /^hostnode: error document_parse: /)
  assert.match(stderr, /^hostnode: line 3, column \d+: \w/m)
})

it('an address that others reach is refused without TLS, and faults belong to this machine alone', async () => {
  using dir = tempDir()
  for (const args of [
    ['--api-addr', '0.0.0.0:0'],
    ['--api-addr', '[::]:0'],
    ['--api-addr', 'example.org:0'],
    ['--api-addr', '0.0.0.0:0', '--insecure-http', '--allow-faults'],
    ['--metrics-addr', '0.0.0.0:0', '--compat', 'bare-lists'],
  ])
    assert.is((await hostnode(dir.path, ['serve', ...args])).status, 7, args.join(' '))
})

it('a flag comes before a variable, a variable before the file', async () => {
  using dir = tempDir()
  writeFileSync(join(dir.path, 'node.yaml'), 'webhook_brand: File\ndrain_timeout: 7s\nhook_schedule: 1s\n')
  await using node = await startTestNode({
    dir: dir.path,
    flags: ['--config', 'node.yaml', '--webhook-brand', 'Flag'],
    env: {HOSTNODE_WEBHOOK_BRAND: 'Variable', HOSTNODE_DRAIN_TIMEOUT: '9s'},
  })
  const {json} = await node.call('GET', '/api/admin/config')
  const {webhook_brand, drain_timeout_ms, hook_schedule} = json as Record<string, unknown>
  assert.equal([webhook_brand, drain_timeout_ms, hook_schedule], ['Flag', 9_000, '1s'])
  await node.stop()
})

it('two nodes never share a data directory; after kill -9 it is free again, and all is there', async () => {
  using dir = tempDir()
  const node = await startTestNode({dir: dir.path})
  const second = program(dir.path, ['serve', '--data-dir', node.dataDir, '--api-addr', '127.0.0.1:0'])
  assert.equal([second.status, /another node/.test(second.stderr)], [7, true])
  const made = await node.call('POST', '/api/tokens', {body: {name: 'ci', scopes: ['repo']}})
  const {token} = made.json as {token: string}
  await node.kill()
  await using again = await startTestNode({dir: dir.path})
  assert.is(again.token, node.token)
  const {json} = await again.call('GET', '/api/user', {token})
  assert.is((json as {username: string}).username, 'alice')
  await again.stop()
})

it('a data directory that cannot be one is told, with nothing of it changed', () => {
  using dir = tempDir()
  const serve = (...args: string[]) => program(dir.path, ['serve', '--api-addr', '127.0.0.1:0', '--data-dir', ...args])
  writeFileSync(join(dir.path, 'file'), 'mine')
  assert.is(serve('file').status, 3)
  assert.is(readFileSync(join(dir.path, 'file'), 'utf8'), 'mine')
  mkdirSync(join(dir.path, 'folder', 'node.sqlite'), {recursive: true})
  assert.is(serve('folder').status, 3)
  mkdirSync(join(dir.path, 'garbage'))
  writeFileSync(join(dir.path, 'garbage', 'node.sqlite'), 'no database '.repeat(500))
  const garbage = serve('garbage')
  assert.equal([garbage.status, /node_store/.test(garbage.stderr)], [3, true])
})

it('status of what is no node is told in one line, with what to do', async () => {
  using dir = tempDir()
  const page = createServer((_, response) => response.end('<html>no node</html>')).listen(0, '127.0.0.1')
  await once(page, 'listening')
  const {port} = page.address() as AddressInfo
  // Not by the helper that waits: this process answers.
  const asked = spawn(process.execPath, [HOSTNODE, 'status', '--node', `http://127.0.0.1:${port}`])
  const said = text(asked.stderr)
  const [code] = await once(asked, 'close')
  page.close()
  assert.is(code, 3)
  assert.match(await said, 'what answers there is no node')
  mkdirSync(join(dir.path, 'data'))
  writeFileSync(join(dir.path, 'data', 'serving.json'), '{"api":"http')
  assert.is(
    (await hostnode(dir.path, ['status', '--data-dir', 'data'])).status,
    2,
    'a file that was cut names no address',
  )
  const gone = await hostnode(dir.path, ['status', '--node', 'http://127.0.0.1:1'])
  assert.equal([gone.status, /Look whether the node runs/.test(gone.stderr)], [3, true])
})

it('each command tells what it does, takes and ends with', async () => {
  using dir = tempDir()
  const commands = [
    'serve',
    'status',
    'backup create',
    'backup verify',
    'backup restore',
    'migrate',
    'verify',
    'fault',
    'key',
  ]
  for (const command of commands) {
    const {status, stdout} = await hostnode(dir.path, [...command.split(' '), '--help'])
    assert.is(status, 0)
    assert.match(stdout, new RegExp(`^hostnode ${command}.*\\n\\n.*[.]\\n\\nFlags[^]*\\nExit codes:\\n {2}0 `), command)
  }
  for (const words of [[], ['backup'], ['fly']]) {
    const {stdout} = await hostnode(dir.path, [...words, '--help'])
    for (const command of commands) assert.match(stdout, `hostnode ${command} `, words.join(' '))
  }
})

it('status tells what the node tells, and that nobody is there', async () => {
  await using node = await startTestNode()
  const served = (await node.call('GET', '/api/node/status', {token: null})).json as Record<string, unknown>
  const json = await hostnode(node.dir, ['status', '--data-dir', node.dataDir, '--format', 'json', '--wait-sync'])
  assert.is(json.status, 0, json.stderr)
  assert.is(JSON.parse(json.stdout).instance_id, served['instance_id'])
  const yaml = await hostnode(node.dir, ['status', '--node', node.url])
  assert.match(yaml.stdout, /^role: standalone$/m)
  await node.stop()
  assert.is((await hostnode(node.dir, ['status', '--node', node.url])).status, 3)
  rmSync(node.dataDir, {recursive: true})
  assert.is((await hostnode(node.dir, ['status', '--data-dir', node.dataDir])).status, 3)
  assert.is((await hostnode(node.dir, ['status', '--colour'])).status, 2)
})

it('the version, the help and the crash points are printed without a node', () => {
  using dir = tempDir()
  assert.match(program(dir.path, ['--version']).stdout, /^hostnode 2\.0\.0 \(schema 4, build [0-9a-f]{8}\)\n$/)
  const help = program(dir.path, ['--help'])
  assert.equal([help.status, /--bootstrap-token-file/.test(help.stdout)], [0, true])
  assert.match(program(dir.path, ['serve', '--list-crash-points']).stdout, /^store\.before-commit$/m)
})

it('stopping lets requests end that are under way, and takes no new ones', async () => {
  await using node = await startTestNode({flags: ['--drain-delay', '600ms']})
  node.child.kill('SIGTERM')
  for (;;) {
    const {status, json} = await node.call('GET', '/health/ready', {token: null})
    if (status === 200) continue
    assert.is((json as {reason: string}).reason, 'draining')
    break
  }
  const {status, json, headers} = await node.call('GET', '/api/user')
  assert.equal([status, (json as {error: string}).error, headers.get('retry-after')], [503, 'draining', '1'])
  assert.equal(await node.ended, {code: 0, signal: null})
})

it('what came before the signal is served, however long it is held', async () => {
  await using node = await startTestNode({flags: ['--drain-delay', '100ms', '--allow-faults']})
  await setFault(node, 'latency', {route: '/api/user', ms: 1_000})
  const held = node.call('GET', '/api/user')
  while (!/^hostnode_http_in_flight [1-9]/m.test(await (await fetch(`${node.metricsUrl}/metrics`)).text()));
  node.child.kill('SIGTERM')
  assert.is((await held).status, 200)
  assert.equal(await node.ended, {code: 0, signal: null})
})

for (const [when, point, isThere] of [
  ['before', 'bootstrap.before-file', false],
  ['after', 'bootstrap.after-file', true],
] as const) {
  it(`killed ${when} the first token is in its file, the next start makes both, and later ones none`, async () => {
    using dir = tempDir()
    const env = {HOSTNODE_CRASH_AT: point}
    const end = await startTestNode({dir: dir.path, flags: ['--allow-faults'], env}).catch((error: Error) =>
      String(error.cause),
    )
    assert.match(String(end), 'SIGKILL')
    assert.is(existsSync(join(dir.path, 'token')), isThere)
    const tokens: string[] = []
    for (const start of ['the first that lasts', 'a later one']) {
      await using node = await startTestNode({dir: dir.path})
      assert.is((await node.call('GET', '/api/user')).status, 200, start)
      tokens.push(node.token)
    }
    assert.is(tokens[0], tokens[1])
  })
}

it('a file that is there is no place for the first token: another node may have only that one', async () => {
  using dir = tempDir()
  writeFileSync(join(dir.path, 'token'), 'precious\n')
  const end = await startTestNode({dir: dir.path}).catch(String)
  assert.match(String(end), 'the file for the first token is there already')
  assert.is(readFileSync(join(dir.path, 'token'), 'utf8'), 'precious\n')
})

it.run()
