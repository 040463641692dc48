import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {openAccounts} from '#host/account/open-accounts'
import {serveCredential} from '#host/account/serve-credential'
import {MemoryKeyring} from '../../support/fakes/memory-keyring.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('git credential helper')
const HTTPS = 'https://host.example'

/** Alice is the one that is taken, bob is for acme. */
async function twoAccounts(): Promise<MemoryKeyring> {
  const keyring = new MemoryKeyring()
  const accounts = openAccounts(keyring)
  await accounts.keep(HTTPS, 'alice', 'token-a')
  await accounts.keep(HTTPS, 'bob', 'token-b')
  await accounts.use(HTTPS, 'bob', ['acme'])
  return keyring
}

const ask = (keyring: MemoryKeyring, operation: string, ...lines: string[]) =>
  serveCredential({operation, input: Buffer.from(`${lines.join('\n')}\n\n`)}, keyring.open)
const place = ['protocol=https', 'host=host.example']
const ALICE = 'username=alice\npassword=token-a\n'
const BOB = 'username=bob\npassword=token-b\n'

it('takes the name of the URL, else the owner of the path, else the account of the host, else nothing', async () => {
  const keyring = await twoAccounts()
  assert.is(await ask(keyring, 'get', ...place, 'username=bob', 'path=git/alice/demo.git'), BOB)
  assert.is(await ask(keyring, 'get', ...place, 'path=git/acme/demo.git'), BOB)
  assert.is(await ask(keyring, 'get', ...place, 'path=git/bob/demo.git'), BOB, 'an account of that very name')
  assert.is(await ask(keyring, 'get', ...place, 'path=git/others/demo.git'), ALICE)
  assert.is(await ask(keyring, 'get', ...place), ALICE)
  assert.is(await ask(keyring, 'get', ...place, 'username=carol'), '', 'never somebody else')
  await openAccounts(keyring).remove(HTTPS, 'alice')
  assert.is(await ask(keyring, 'get', ...place), '', 'nobody moves up')
})

it('knows a place by scheme, host and port, however it is spelled', async () => {
  const keyring = await twoAccounts()
  assert.is(await ask(keyring, 'get', 'protocol=https', 'host=HOST.example:443'), ALICE)
  for (const other of ['host=host.example:8443', 'host=evil.example', 'host=host.example.evil.example']) {
    assert.is(await ask(keyring, 'get', 'protocol=https', other), '', other)
  }
  for (const broken of ['host=host.example/x', 'host=evil@host.example', 'host=host.example?', 'host=host.example#']) {
    assert.is(await ask(keyring, 'get', 'protocol=https', broken), '', broken)
  }
  assert.is(await ask(keyring, 'get', 'protocol=https'), '')
  assert.is(await ask(keyring, 'get', 'protocol=file', 'host=host.example'), '')
})

it('gives and keeps nothing over plain http but on this machine', async () => {
  const keyring = new MemoryKeyring()
  for (const host of [
    'host.example',
    '10.0.0.5:8080',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '2130706434x',
  ]) {
    await openAccounts(keyring).keep(`http://${host}`, 'alice', 'token-a')
    assert.is(await ask(keyring, 'get', 'protocol=http', `host=${host}`, 'username=alice'), '', host)
    await ask(keyring, 'store', 'protocol=http', `host=${host}`, 'username=eve', 'password=token-e')
  }
  assert.not(Object.values(keyring.tokens()).includes('token-e'))
  for (const host of ['127.0.0.1:8080', 'localhost:8080', '[::1]:8080', '127.8.9.1']) {
    await ask(keyring, 'store', 'protocol=http', `host=${host}`, 'username=alice', 'password=token-a')
    assert.is(await ask(keyring, 'get', 'protocol=http', `host=${host}`), ALICE, host)
  }
})

it('erases only what it had given: a wrong guess of another helper takes no token away', async () => {
  const keyring = await twoAccounts()
  await ask(keyring, 'erase', ...place, 'username=alice', 'password=guess')
  await ask(keyring, 'erase', ...place, 'username=alice')
  await ask(keyring, 'erase', ...place)
  await ask(keyring, 'erase', 'protocol=https', 'host=evil.example', 'username=alice', 'password=token-a')
  assert.is(await ask(keyring, 'get', ...place), ALICE)
  await ask(keyring, 'erase', ...place, 'username=bob', 'password=token-b')
  assert.is(await ask(keyring, 'get', ...place, 'username=bob'), '')
  await ask(keyring, 'store', ...place, 'username=bob', 'password=token-c')
  assert.match(await ask(keyring, 'get', ...place, 'path=acme/demo'), 'token-c', 'who bob is for was not forgotten')
})

it('keeps what git says worked, and passes over what it does not know', async () => {
  const keyring = new MemoryKeyring()
  const more = ['capability[]=authtype', 'wwwauth[]=Basic realm="x"', 'password_expiry_utc=1', 'oauth_refresh_token=r']
  await ask(keyring, 'store', ...more, ...place, 'username=alice', 'password=token-a', 'quit=1')
  assert.is(await ask(keyring, 'get', ...more, ...place), ALICE)
  assert.equal(keyring.tokens(), {'assay:https://host.example|alice': 'token-a'})
  for (const said of [['username=', 'password=x'], ['password=x'], ['username=a b ', 'password=x'], ['username=eve']]) {
    await ask(keyring, 'store', ...place, ...said)
  }
  assert.is(Object.keys(keyring.tokens()).length, 1)
})

it('operations that come later are answered with nothing, and nobody opens the keyring for them', async () => {
  const keyring = await twoAccounts()
  for (const operation of ['capability', 'approve', '', 'GET', '--help', 'constructor', '__proto__']) {
    assert.is(await ask(keyring, operation, ...place), '', operation)
  }
  assert.is(await ask(keyring, 'get', 'protocol=https', 'host=a/b'), '')
  assert.is(keyring.opened, 0)
})

const HOSTILE: Readonly<Record<string, Uint8Array>> = {
  'NUL in a value': Buffer.from('protocol=https\nhost=host.example\0evil\n\n'),
  'a carriage return, which other readers take for the end of a line': Buffer.from(
    'protocol=https\nhost=host.example\rhost=evil\n\n',
  ),
  'a line without =': Buffer.from('protocol=https\nhost\n\n'),
  'a line without a key': Buffer.from('=https\n\n'),
  'bytes that are no UTF-8': Buffer.from([...Buffer.from('protocol=https\nhost='), 0xff, 0xfe, 0x0a]),
  'a line of a megabyte': Buffer.from(`protocol=https\nhost=${'a'.repeat(1 << 20)}\n`),
  'a hundred thousand lines': Buffer.from('a=b\n'.repeat(100_000)),
  'an escape sequence': Buffer.from('protocol=https\nusername=\u001b[31malice\n\n'),
}

for (const [what, input] of Object.entries(HOSTILE)) {
  it(`refuses ${what}`, async () => {
    const keyring = await twoAccounts()
    for (const operation of ['get', 'store', 'erase']) {
      await throwsCode(() => serveCredential({operation, input}, keyring.open), 'invalid_input')
    }
    assert.is(keyring.opened, 0)
  })
}

it('what stands behind the empty line, and a host that comes first, decide nothing', async () => {
  const keyring = await twoAccounts()
  assert.is(await ask(keyring, 'get', 'protocol=https', 'host=evil.example', '', 'host=host.example'), '')
  assert.is(await ask(keyring, 'get', 'protocol=https', 'host=host.example', 'host=evil.example'), '')
})

it('whatever comes in, either nothing goes out or exactly the two lines of a token that belongs there', async () => {
  const keyring = await twoAccounts()
  const before = JSON.stringify([...keyring.entries])
  const word = fc.oneof(
    fc.constantFrom('protocol', 'host', 'username', 'path', 'https', 'http', 'host.example', 'alice', 'bob', '=', '\n'),
    fc.string({unit: 'binary', maxLength: 6}),
  )
  const answers = new Set(['', ALICE, BOB])
  await fc.assert(
    fc.asyncProperty(fc.array(word, {maxLength: 20}), async (words) => {
      const text = words.join('')
      const said = await serveCredential({operation: 'get', input: Buffer.from(text)}, keyring.open).catch(
        (error) => void assert.is(error.code, 'invalid_input'),
      )
      if (said !== undefined) assert.ok(answers.has(said), said)
      if (said) assert.match(text, 'host.example')
    }),
    {numRuns: 500},
  )
  assert.is(JSON.stringify([...keyring.entries]), before)
})

it('a token that would break out of its line never leaves', async () => {
  const keyring = await twoAccounts()
  await keyring.keep('assay:https://host.example', 'alice', 'token\nhost=evil')
  assert.is(await ask(keyring, 'get', ...place), '')
})

it.run()
