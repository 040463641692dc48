import {draw, drawBase64, drawHex, form, type SecretForm} from './secret-form.ts'

const base64url = (length: number) => drawBase64(length).replaceAll('+', '-').replaceAll('/', '_')
const lines = (count: number) => Array.from({length: count}, () => drawBase64(64))

function pem(
  name: string,
  label: string,
  options: {headers?: string; end?: boolean; newline?: string} = {},
): SecretForm {
  const {headers = '', end = true, newline = '\n'} = options
  const secrets = [...lines(4), drawBase64(22)]
  const parts = [`-----BEGIN ${label}-----`, ...(headers === '' ? [] : [headers, '']), ...secrets]
  return {name, text: [...parts, ...(end ? [`-----END ${label}-----`] : []), ''].join(newline), secrets}
}

const KEY = `${'PRIVATE'} KEY`
const PPK_LINES = lines(3)

function puttyKey(version: 2 | 3): SecretForm {
  const derivation = version === 3 ? `Key-Derivation: Argon2id\nArgon2-Memory: 8192\nArgon2-Salt: ${drawHex(32)}\n` : ''
  const mac = drawHex(version === 3 ? 64 : 40)
  return {
    name: `PuTTY version ${version}`,
    text: `PuTTY-User-Key-File-${version}: ssh-rsa\nEncryption: none\nComment: ci\nPublic-Lines: 1\n${drawBase64(64)}\n${derivation}Private-Lines: 3\n${PPK_LINES.join('\n')}\nPrivate-MAC: ${mac}\n`,
    secrets: PPK_LINES,
  }
}

/** The forms in which private keys are kept and passed on. */
export const PRIVATE_KEY_FORMS: readonly SecretForm[] = [
  pem('PKCS 8', KEY),
  pem('PKCS 8 encrypted', `ENCRYPTED ${KEY}`),
  pem('RSA', `RSA ${KEY}`),
  pem('RSA encrypted the old way', `RSA ${KEY}`, {
    headers: `Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,${drawHex(32).toUpperCase()}`,
  }),
  pem('EC', `EC ${KEY}`),
  pem('DSA', `DSA ${KEY}`),
  pem('OpenSSH', `OPENSSH ${KEY}`),
  pem('PGP', `PGP ${KEY} BLOCK`, {headers: 'Version: GnuPG v2\nComment: of nobody'}),
  pem('any other label', `ANY ${KEY}`),
  pem('sigstore', `ENCRYPTED SIGSTORE ${KEY}`),
  pem('cosign', `ENCRYPTED COSIGN ${KEY}`),
  pem('on one line with escapes', KEY, {newline: '\\n'}),
  pem('escaped twice', KEY, {newline: '\\\\n'}),
  pem('without an end', `RSA ${KEY}`, {end: false}),
  pem('with carriage returns', KEY, {newline: '\r\n'}),
  pem('on one line with spaces', KEY, {newline: ' '}),
  pem('in YAML, indented', KEY, {newline: '\n      '}),
  pem('quoted in a mail', KEY, {newline: '\n> '}),
  pem('in a diff', KEY, {newline: '\n+'}),
  pem('as lines of source', KEY, {newline: '\\n" +\n  "'}),
  pem('as a list of strings', KEY, {newline: '",\n  "'}),
  (() => {
    const {text, secrets} = pem('', KEY)
    const begin = text.indexOf(secrets[1] ?? '')
    return {name: 'without its first lines', text: text.slice(begin), secrets: secrets.slice(1, 4)}
  })(),
  (() => {
    const encoded = Buffer.from(pem('', `RSA ${KEY}`).text).toString('base64')
    return {
      name: 'the PEM in base64',
      text: `key: ${encoded}\n`,
      secrets: [encoded.slice(-60), encoded.slice(100, 160)],
    }
  })(),
  (() => {
    const encoded = Buffer.from(pem('', KEY).text).toString('base64').replace(/.{76}/g, '$&\n')
    return {name: 'the PEM in base64, wrapped', text: encoded, secrets: encoded.split('\n').slice(0, 5)}
  })(),
  puttyKey(2),
  puttyKey(3),
  form('JWK of RSA', base64url(86), (d) =>
    JSON.stringify({kty: 'RSA', n: base64url(86), e: 'AQAB', d, p: base64url(43), q: base64url(43)}),
  ),
  form('JWK of a curve', base64url(43), (d) =>
    JSON.stringify({kty: 'EC', crv: 'P-256', x: base64url(43), y: base64url(43), d}),
  ),
  form('JWK of Ed25519, d first', base64url(43), (d) =>
    JSON.stringify({d, crv: 'Ed25519', kty: 'OKP', x: base64url(43)}, null, 2),
  ),
  form('JWK, symmetric', base64url(43), (k) => JSON.stringify({kty: 'oct', k, alg: 'HS256'})),
  form('JWK inside JSON', base64url(43), (d) =>
    JSON.stringify({body: JSON.stringify({kty: 'OKP', crv: 'X25519', d, x: 'a'})}),
  ),
  form(
    'XML of RSA',
    drawBase64(86),
    (d) =>
      `<RSAKeyValue><Modulus>${drawBase64(86)}</Modulus><Exponent>AQAB</Exponent><P>${drawBase64(43)}=</P><D>${d}==</D></RSAKeyValue>`,
  ),
  form('WireGuard', `${drawBase64(43)}=`, (key) => `[Interface]\nPrivateKey = ${key}\nAddress = 10.0.0.2/32\n`),
  form(
    'age',
    `AGE-SECRET-KEY-1${draw(58, 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L')}`,
    (key) => `# created: 2026-11-22\n${key}\n`,
  ),
  form('minisign', drawBase64(212), (key) => `untrusted comment: minisign encrypted ${'secret'} key\nRWRTY0Iy${key}\n`),
  form(
    'SSH2',
    drawBase64(64),
    (line) =>
      `---- BEGIN SSH2 ENCRYPTED ${KEY} ----\nComment: "of nobody"\n${line}\n---- END SSH2 ENCRYPTED ${KEY} ----\n`,
  ),
]
