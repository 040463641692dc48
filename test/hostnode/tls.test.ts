// Counts no coverage: nodes are started again and again, and others of the hosting node's tests run the same lines.
import {execFileSync, spawnSync} from 'node:child_process'
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {createServer} from 'node:https'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {git, gitOut} from '../support/git-client.ts'
import {allEnded, makeHook, nodeFor, raise, settled} from '../support/hook-node.ts'
import {startTestNode, type TestNode} from '../support/hostnode.ts'
import {callHostnode} from '../support/hostnode-data.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('hostnode tls')
let dir: ReturnType<typeof tempDir>
let node: TestNode
const file = (name: string) => join(dir.path, name)
const openssl = (...args: string[]) => execFileSync('openssl', args, {cwd: dir.path, stdio: 'pipe'})

it.before(async () => {
  dir = tempDir()
  const ca = [
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=ca',
  ]
  openssl('req', ...ca, '-keyout', 'ca.key', '-out', 'ca.pem')
  openssl('req', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=node', '-keyout', 'node.key', '-out', 'node.csr')
  writeFileSync(file('names'), 'subjectAltName=IP:127.0.0.1,DNS:localhost\n')
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names']
  openssl('x509', '-req', '-in', 'node.csr', ...signed, '-out', 'node.pem')
  openssl('genpkey', '-algorithm', 'ed25519', '-out', 'other.key')
  openssl('pkey', '-in', 'node.key', '-aes256', '-passout', 'pass:a', '-out', 'locked.key')
  writeFileSync(file('broken.pem'), readFileSync(file('node.pem'), 'utf8').replace('M', '?'))
  node = await startTestNode({flags: ['--tls-cert', file('node.pem'), '--tls-key', file('node.key')]})
})
it.after(async () => {
  await node[Symbol.asyncDispose]()
  dir[Symbol.dispose]()
})

/** What curl makes of it: its exit, and the answer. */
function curl(path: string, ...args: string[]) {
  const head = ['--silent', '--show-error', '--header', `Authorization: Bearer ${node.token}`]
  const {status, stdout, stderr} = spawnSync('curl', [...head, ...args, path], {encoding: 'utf8'})
  return {status, stdout, stderr}
}

it('curl reaches a node over TLS by the authority that signed it, and not without', () => {
  assert.match(node.url, /^https:/)
  const good = curl(`${node.url}/api/user`, '--cacert', file('ca.pem'))
  assert.is(good.status, 0, good.stderr)
  assert.is(JSON.parse(good.stdout).username, 'alice')
  // 60: the certificate is of nobody that curl knows.
  assert.is(curl(`${node.url}/api/user`).status, 60)
  const plain = curl(`${node.url.replace('https', 'http')}/api/user`)
  assert.ok(plain.status !== 0 && plain.stdout === '', plain.stdout)
})

it('git pushes and clones over TLS, and verifies whom it talks to', async () => {
  const made = curl(`${node.url}/api/repos`, '--cacert', file('ca.pem'), '--json', '{"name":"demo","owner":"alice"}')
  const {clone_url: url} = JSON.parse(made.stdout)
  assert.match(url, /^https:/)
  const env = {GIT_SSL_CAINFO: file('ca.pem')}
  const cwd = file('work')
  mkdirSync(cwd)
  await gitOut(['init', '--quiet', '--initial-branch=main'], {cwd})
  await gitOut(['commit', '--quiet', '--allow-empty', '--message=one'], {cwd})
  await gitOut(['push', '--quiet', url, 'main'], {cwd, token: node.token, env})
  await gitOut(['clone', '--quiet', url, file('clone')], {cwd, token: node.token, env})
  const head = (folder: string) => gitOut(['rev-parse', 'HEAD'], {cwd: folder})
  assert.is(await head(file('clone')), await head(cwd))
  const {code, err} = await git(['ls-remote', url], {cwd, token: node.token})
  assert.is(code, 128)
  assert.match(err, /certificate/i)
})

it('versions of TLS below 1.2 are refused, 1.2 and 1.3 are spoken, and 1.3 where both can', () => {
  const {host} = new URL(node.url)
  const shake = (...args: string[]) => {
    const all = ['s_client', '-connect', host, '-CAfile', 'ca.pem', '-verify_return_error', ...args]
    const {status, stdout} = spawnSync('openssl', all, {cwd: dir.path, input: '', encoding: 'utf8'})
    return {status, version: /^(?:New, |\s*Protocol\s*: )(TLSv1(?:\.\d)?)/m.exec(stdout)?.[1]}
  }
  // Also where this machine's own openssl would agree to them.
  for (const old of ['-tls1', '-tls1_1']) assert.is.not(shake(old, '-cipher', 'ALL:@SECLEVEL=0').status, 0, old)
  assert.equal(shake('-tls1_2', '-cipher', 'ALL:@SECLEVEL=0'), {status: 0, version: 'TLSv1.2'})
  assert.equal(shake('-tls1_3'), {status: 0, version: 'TLSv1.3'})
  assert.equal(shake(), {status: 0, version: 'TLSv1.3'})
  // No cipher without forward secrecy and authentication of what is sent.
  for (const weak of ['NULL', 'aNULL', 'RC4', '3DES', 'EXPORT', 'MD5'])
    assert.is.not(shake('-tls1_2', '-cipher', `${weak}:@SECLEVEL=0`).status, 0, weak)
})

it('a key that is not that of the certificate, or cannot be read, is told before anything starts', () => {
  for (const [cert, key, why] of [
    ['node.pem', 'other.key', 'is not the key of the first certificate'],
    ['node.pem', 'ca.key', 'is not the key of the first certificate'],
    ['node.pem', 'locked.key', 'without a password'],
    ['node.pem', 'node.pem', 'holds no private key'],
    ['node.key', 'node.key', 'holds no certificate'],
    ['broken.pem', 'node.key', 'holds no certificate'],
    ['none.pem', 'node.key', 'none.pem'],
  ] as const) {
    const args = ['serve', '--data-dir', 'data', '--api-addr', '127.0.0.1:0', '--tls-cert', cert, '--tls-key', key]
    const {status, stderr} = callHostnode(args, {cwd: dir.path})
    assert.is(status, 2, `${cert} ${key}: ${stderr}`)
    assert.match(stderr, why)
    assert.not.match(stderr, /BEGIN|\n.*\n.*at /)
  }
  const {status} = callHostnode(['serve', '--tls-cert', 'node.pem'], {cwd: dir.path})
  assert.is(status, 2)
  // Metrics that others reach are no exception.
  const open = ['serve', '--api-addr', '127.0.0.1:0', '--metrics-addr', '0.0.0.0:0']
  assert.is(callHostnode(open, {cwd: dir.path}).status, 7)
})

it('a receiver with a certificate of nobody known gets no delivery', async () => {
  const heard: string[] = []
  const tls = {cert: readFileSync(file('node.pem')), key: readFileSync(file('node.key'))}
  const receiver = createServer(tls, (request, response) => {
    heard.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  const {port} = receiver.address() as {port: number}
  await using sender = await nodeFor(port, {schedule: '0s,10ms'})
  const hook = await makeHook(sender, `https://127.0.0.1:${port}/hook`)
  await raise(sender)
  const [delivery] = await settled(sender, hook, allEnded(1))
  assert.equal([delivery?.['status'], delivery?.['status_code'], heard], ['failed', null, []])
  assert.is(delivery?.['error'], 'certificate_untrusted')
  receiver.close()
})
it.run()
