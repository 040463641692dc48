// A process of its own: it changes which certificates this process trusts.
import {execFileSync} from 'node:child_process'
import {readFileSync, writeFileSync} from 'node:fs'
import {type AddressInfo, createServer as createPlainServer, type Server} from 'node:net'
import {join} from 'node:path'
import {createServer, getCACertificates, setDefaultCACertificates, type TlsOptions} from 'node:tls'
import * as assert from 'uvu/assert'
import type {CheckContext} from '#host/check/check'
import {TLS_CHECKS} from '#host/check/check-tls'
import {readCertificate} from '#host/client/read-certificate'
import {addressPolicy} from '#net/address-policy'
import {nodeResolver} from '#net/node-resolver'
import {systemClock} from '#random/system-clock'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('certificates of nodes')

/** A certificate authority of openssl's, and what it signs. */
class Authority {
  readonly #dir: string

  constructor(dir: string) {
    this.#dir = dir
    this.#openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
      '-days',
      '99',
      '-subj',
      '/CN=authority',
    )
  }

  get certificate(): string {
    return this.#read('ca.pem')
  }

  /** Key and certificate of `localhost`, or of another host. `isOwn`: signed by nobody else. */
  leaf(name: string, {days = 90, host = 'localhost', isOwn = false}): TlsOptions {
    writeFileSync(join(this.#dir, 'san'), `subjectAltName=DNS:${host}\n`)
    this.#openssl(
      'req',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
      '-subj',
      `/CN=${host}`,
    )
    const signer = isOwn ? ['-signkey', `${name}.key`] : ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial']
    this.#openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      ...signer,
      '-out',
      `${name}.pem`,
      '-days',
      String(days),
      '-extfile',
      'san',
    )
    return {key: this.#read(`${name}.key`), cert: this.#read(`${name}.pem`)}
  }

  #openssl(...args: string[]): void {
    execFileSync('openssl', args, {cwd: this.#dir, stdio: 'ignore'})
  }

  readonly #read = (name: string) => readFileSync(join(this.#dir, name), 'utf8')
}

/** What the check says of a server with these options; without any of one that never says a word. */
async function said(options: TlsOptions | undefined): Promise<string> {
  const sockets = new Set<{destroy(): void}>()
  const server: Server = options === undefined ? createPlainServer() : createServer(options)
  server.on('connection', (socket) => sockets.add(socket))
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const {port} = server.address() as AddressInfo
  const guard = {policy: addressPolicy(true, []), resolver: nodeResolver, timers: systemClock}
  const {signal} = new AbortController()
  const context = {
    target: {publicUrl: `https://localhost:${port}`},
    nodes: [],
    time: systemClock,
    signal,
    certificate: (url: URL, either: AbortSignal) => readCertificate(url, guard, either),
  } as unknown as CheckContext
  try {
    const {status, reason} = (await TLS_CHECKS[0]?.ask(context)) ?? {}
    return `${status}: ${reason}`
  } catch (error) {
    return `threw: ${(error as Error).message}`
  } finally {
    for (const socket of sockets) socket.destroy()
    await new Promise((done) => server.close(done))
  }
}

it('certificates that openssl made are told apart: good, ended, ending, of another host, of nobody, and old TLS', async () => {
  using dir = tempDir()
  const authority = new Authority(dir.path)
  setDefaultCACertificates([...getCACertificates('default'), authority.certificate])
  const good = authority.leaf('good', {})
  assert.is(await said(good), 'pass: undefined')
  assert.is(await said(authority.leaf('soon', {days: 13})), 'fail: the certificate ends in 12 days')
  assert.match(
    await said(authority.leaf('ended', {days: -1})),
    /^fail: the certificate is not trusted \(.*CERT_HAS_EXPIRED/,
  )
  assert.match(
    await said(authority.leaf('other', {host: 'elsewhere.test'})),
    /^fail: the certificate is not trusted \(.*ERR_TLS_CERT_ALTNAME_INVALID/,
  )
  assert.match(
    await said(authority.leaf('own', {isOwn: true})),
    /^fail: the certificate is not trusted \(.*DEPTH_ZERO_SELF_SIGNED_CERT/,
  )
  const old = {...good, maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0'} as const
  assert.match(await said(old), /^fail: no TLS connection came about \(\S+\)$/)
  assert.is(await said({...good, maxVersion: 'TLSv1.2'}), 'pass: undefined')
})

it.run()
