import {execFileSync} from 'node:child_process'
import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {NodeStatusResult} from '#contract/generated/types'
import {assay, assayJson} from '../support/hall-rig.ts'
import {startTestNode} from '../support/hostnode.ts'
import {callHostnode} from '../support/hostnode-data.ts'
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
  assert.match(told, /tls\.cert the certificate is not trusted .*Renew or install the certificate/)
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
    ['baseline', '--window', '1s'],
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

it.run()
