import {execFileSync} from 'node:child_process'
import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {NodeStatusResult} from '#contract/generated/types'
import {rotated} from '../support/depth.ts'
import {assay, assayJson} from '../support/hall-rig.ts'
import {startTestNode} from '../support/hostnode.ts'
import {callHostnode} from '../support/hostnode-data.ts'
import {BIN, start} from '../support/spawned.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('nodes behind a certificate that nobody trusts')
const PLAIN = (text: string) => text.replaceAll(/\s+/g, ' ')

it('every command names the certificate as the cause, and none sends anybody to restart or roll back', async () => {
  using dir = tempDir()
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=other.example']
  const names = ['-addext', 'subjectAltName=DNS:other.example']
  execFileSync('openssl', [...request, ...names, '-keyout', 'key', '-out', 'pem'], {cwd: dir.path, stdio: 'ignore'})
  const tls = ['--tls-cert', join(dir.path, 'pem'), '--tls-key', join(dir.path, 'key')]
  await using node = await startTestNode({flags: tls})
  const nodes = [{name: 'n1', base_url: node.url}]
  const adapter = {kind: 'embedded', home: 'nodes', releases: 'releases'}
  const auth = {scheme: 'bearer', token_env: 'HOST_TOKEN'}
  const target = {schema_version: 1, kind: 'node-target', alias: 'site', environment: 'embedded', nodes, auth, adapter}
  writeFileSync(join(dir.path, 'target.json'), JSON.stringify(target))
  const env = {ASSAY_ALLOW_LOOPBACK: '1', HOST_TOKEN: node.token, PATH: process.env['PATH'] ?? ''}
  const ask = (...words: string[]) => assay(['node', ...words, '--target', 'target.json'], {cwd: dir.path, env})

  const check = await ask('check', '--mode', 'quick')
  assert.is(check.code, 3, check.err)
  const told = PLAIN(check.out)
  assert.match(told, /could not be asked, for the certificate is not trusted \(\w+\)/)
  assert.match(told, /tls\.cert the certificate is not trusted .*Renew or install the certificate.*NODE_EXTRA_CA_CERTS/)
  assert.not.match(told, /Restart the node|roll the others back|Ask the node for|more rules/)

  const verified = await assay(['runs', 'verify', 'latest'], {cwd: dir.path, env})
  assert.is(verified.code, 0, verified.out)

  const status = await ask('status')
  assert.is(status.code, 3)
  assert.match(
    PLAIN(status.out),
    /Silent: n1: the certificate is not one that this machine trusts for the host \(\w+\)/,
  )
  const {document} = await assayJson(['node', 'status', '--target', 'target.json'], {cwd: dir.path, env})
  assert.match((document as NodeStatusResult).exit.reason, /^no node answers; n1: the certificate/)

  for (const words of [
    ['baseline', '--window', '100ms'],
    ['plan', '--to', '2.0.0'],
  ]) {
    const {code, out, err} = await ask(...words)
    const said = PLAIN(out + err)
    assert.is(code, 3, said)
    assert.match(said, /the certificate is not one that this machine trusts for the host \(\w+\)/)
    assert.match(said, 'Renew or install the certificate')
    assert.not.match(said, /wrong_service|Check the address|Start it/)
  }

  const own = callHostnode(['status', '--node', node.url], {cwd: dir.path})
  assert.is(own.status, 3, own.stderr)
  assert.match(own.stderr, /the certificate is not one .*Renew or install the certificate/)
  assert.not.match(own.stderr, 'Look whether the node runs')
})

it('a service behind an authority of its own is trusted by git as by our requests, where the caller says so', async () => {
  using dir = tempDir()
  const openssl = (line: string) => execFileSync('openssl', line.split(' '), {cwd: dir.path, stdio: 'ignore'})
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'
  openssl(`req -x509 ${key} -days 20 -subj /CN=ca -keyout ca.key -out ca.pem`)
  openssl(`req -x509 ${key} -days 20 -subj /CN=other -keyout other.key -out other.pem`)
  openssl(`req ${key} -subj /CN=node -keyout key -out csr`)
  writeFileSync(join(dir.path, 'names'), 'subjectAltName=IP:127.0.0.1\n')
  openssl('x509 -req -in csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 20 -extfile names -out pem')
  const tls = ['--tls-cert', join(dir.path, 'pem'), '--tls-key', join(dir.path, 'key')]
  await using node = await startTestNode({flags: tls})
  const nodes = [{name: 'n1', base_url: node.url}]
  const auth = {scheme: 'bearer', token_env: 'HOST_TOKEN'}
  const head = {schema_version: 1, kind: 'node-target', alias: 'site', environment: 'embedded'}
  writeFileSync(join(dir.path, 'target.json'), JSON.stringify({...head, nodes, auth, checks: {mutate: true}}))
  const line = ['node', 'check', '--target', 'target.json', '--only', 'tls.cert', '--only', 'git.roundtrip']
  const check = async (trust: Record<string, string>) => {
    const env = {ASSAY_ALLOW_LOOPBACK: '1', HOST_TOKEN: node.token, ...trust}
    const {code, out} = await start([BIN, ...line], dir.path, env).ended
    return {code, told: PLAIN(out)}
  }
  const extra = {NODE_EXTRA_CA_CERTS: 'ca.pem'}
  const ways: readonly Record<string, string>[] = [
    {},
    {GIT_SSL_CAINFO: 'ca.pem'},
    {GIT_SSL_CAINFO: join(dir.path, 'ca.pem'), SSL_CERT_FILE: 'none'},
  ]
  for (const more of rotated(ways, ways.length)) {
    const {code, told} = await check({...extra, ...more})
    assert.is(code, 0, told)
  }
  const {code, told} = await check({...extra, SSL_CERT_FILE: 'other.pem'})
  assert.is(code, 1, told)
  assert.match(told, /git\.roundtrip git clone ended with 128: fatal: [\s\S]*certificate/)
})

it.run()
