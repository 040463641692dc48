import {execFileSync, spawn} from 'node:child_process'
import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {codeOf} from '#error/assay-error'
import {listenForWebhooks, verifyWebhook} from '#library/verify-webhooks'
import {type RigOptions, ROOT} from '../support/hall-rig.ts'
import {PAYLOADS} from '../support/hook-payloads.ts'
import {sendDelivery, sentHeaders} from '../support/hook-sender.ts'
import {pageFiles} from '../support/pages/page-lines.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'
import {type Workshop, workshop} from '../support/workshop.ts'

const it = spec('webhook commands')

const SECRET = 'canary-of-hook'
const HOOKED: RigOptions = {env: {HOOK_SECRET: SECRET}}
const PUSH = JSON.stringify(PAYLOADS['push'])

/** A delivery kept as files; lines end as `curl -v` and most proxies write them. */
function keep(shop: Workshop, headers: Readonly<Record<string, string>> = sentHeaders({body: PUSH, secret: SECRET})) {
  shop.put('body.json', PUSH)
  shop.put(
    'headers.txt',
    `POST / HTTP/1.1\r\n${Object.entries(headers)
      .map((pair) => pair.join(': '))
      .join('\r\n')}\r\n\r\n`,
  )
  shop.put('headers.json', JSON.stringify(headers))
}
const VERIFY = ['webhook', 'verify', '--body', 'body.json', '--secret-env', 'HOOK_SECRET', '--headers']

it('a delivery is verified with headers as lines or JSON, and its facts are told', async () => {
  using shop = workshop()
  keep(shop)
  for (const file of ['headers.txt', 'headers.json']) {
    const {code, document} = await shop.ask([...VERIFY, file], HOOKED)
    assert.is(code, 0)
    const {event, delivery_id: id, checks, explanations} = document
    assert.equal([event, id, explanations], ['push', 'd-1', []])
    assert.equal(checks, [
      {scheme: 'hmac-sha256', status: 'verified', signer: 'HOOK_SECRET', reason: 'the secret of HOOK_SECRET fits'},
    ])
  }
})

it('openssl signs, and the command verifies; a line end in the file of the secret is explained', async () => {
  using shop = workshop()
  shop.put('body.json', PUSH)
  shop.put('secret.txt', SECRET)
  shop.put('with-newline.txt', `${SECRET}\n`)
  const mac = ['dgst', '-sha256', '-hmac', SECRET, '-r', shop.path('body.json')]
  const [digits] = execFileSync('openssl', mac, {encoding: 'utf8'}).split(' ')
  const verify = ['webhook', 'verify', '--body', 'body.json', '--signature', `sha256=${digits}`, '--secret-file']
  assert.is((await shop.tell([...verify, 'secret.txt'])).code, 0)
  const {code, document} = await shop.ask([...verify, 'with-newline.txt'])
  assert.is(code, 1)
  assert.equal(document.explanations[0].changes, ['secret_newline'])
  const told = await shop.tell([...verify, 'with-newline.txt'])
  assert.match(told.out, /It would fit with with-newline.txt: one side has a line end/)
  assert.not.ok(told.out.includes(SECRET))
})

it('the delivery that GitHub published verifies, and no other body or secret does', async () => {
  using shop = workshop()
  // Source: https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries#testing-the-webhook-payload-validation
  shop.put('body.txt', 'Hello, World!')
  shop.put('other.txt', 'Hello, World')
  const signature = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'
  shop.put('headers.txt', `POST / HTTP/1.1\r\nX-Hub-Signature-256: ${signature}\r\n\r\n`)
  const verify = (body: string, secret: string, ...given: string[]) =>
    shop.ask(['webhook', 'verify', '--body', body, '--secret-env', 'GIVEN', ...given], {env: {GIVEN: secret}})
  const branded = ['--headers', 'headers.txt', '--brand', 'Hub']
  const secret = "It's a Secret to Everybody"
  const asked = [
    verify('body.txt', secret, '--signature', signature),
    verify('body.txt', secret, ...branded),
    verify('other.txt', secret, ...branded),
    verify('body.txt', secret.toLowerCase(), ...branded),
  ]
  assert.equal(
    (await Promise.all(asked)).map(({code}) => code),
    [0, 0, 1, 1],
  )
})

it('a header twice, no signature and 63 digits are a mismatch and no crash', async () => {
  using shop = workshop()
  const good = sentHeaders({body: PUSH, secret: SECRET})
  const signature = good['X-Host-Signature-256'] ?? ''
  keep(shop)
  shop.put('twice', `X-Host-Signature-256: ${signature}\nx-host-signature-256: ${signature}\n`)
  shop.put('none', 'X-Host-Event: push\n')
  shop.put('short', `X-Host-Signature-256: ${signature.slice(0, -1)}\n`)
  for (const [file, status] of [
    ['twice', 'malformed'],
    ['none', 'missing'],
    ['short', 'malformed'],
  ] as const) {
    const {code, document} = await shop.ask([...VERIFY, file], HOOKED)
    assert.equal([code, document.checks[0].status], [1, status], file)
  }
})

it('Standard Webhooks are verified where they come, alone as well, and both must hold', async () => {
  using shop = workshop()
  const {Webhook} = await import('standardwebhooks')
  const secret = `whsec_${Buffer.from('canary key of standard hooks').toString('base64')}`
  const rig = {env: {HOOK_SECRET: secret}}
  const at = new Date(1_700_000_000_000)
  const standard = {
    'webhook-id': 'm',
    'webhook-timestamp': '1700000000',
    'webhook-signature': new Webhook(secret).sign('m', at, PUSH),
  }
  const own = sentHeaders({body: PUSH, secret})
  const cases: [Record<string, string>, number, string[]][] = [
    [standard, 0, ['standard-webhooks verified']],
    [{...own, ...standard}, 0, ['hmac-sha256 verified', 'standard-webhooks verified']],
    [{...own, ...standard, 'webhook-id': 'n'}, 1, ['hmac-sha256 verified', 'standard-webhooks mismatch']],
    [
      {...own, 'X-Host-Signature-256': `sha256=${'0'.repeat(64)}`, ...standard},
      1,
      ['hmac-sha256 mismatch', 'standard-webhooks verified'],
    ],
    [{...own, 'webhook-id': 'm'}, 1, ['hmac-sha256 verified', 'standard-webhooks malformed']],
  ]
  for (const [headers, exit, wanted] of cases) {
    keep(shop, headers)
    const {code, document} = await shop.ask([...VERIFY, 'headers.txt'], rig)
    const checks = document.checks.map((check: {scheme: string; status: string}) => `${check.scheme} ${check.status}`)
    assert.equal([code, checks], [exit, wanted])
  }
})

it('all mistakes are told at once, before anything listens, and no value is shown', async () => {
  using shop = workshop()
  const argv =
    'webhook listen --secret-env NOT_SET --addr example.org:80 --path x --count 0 --for soon --delay 1 --respond 99 --expect pushes --brand X-Y'
  const {code, document} = await shop.ask(argv.split(' '), HOOKED)
  assert.is(code, 2)
  const pointers = document.error.issues.map(({pointer}: {pointer: string}) => pointer)
  assert.equal(pointers, ['/secret-env', '/addr', '/path', '/count', '/for', '/delay', '/respond', '/brand', '/expect'])
  assert.match(document.error.issues.at(-1).message, /Did you mean push/)
  keep(shop)
  const both = await shop.tell([...VERIFY, 'headers.txt', '--signature', 'sha256=0'], HOOKED)
  assert.is(both.code, 2)
  shop.put('broken', 'no header\n')
  assert.is((await shop.tell([...VERIFY, 'broken'], HOOKED)).code, 2)
  assert.is((await shop.tell([...VERIFY, 'nowhere'], HOOKED)).code, 2)
})

/** As soon as something listens there, `send` is called with its URL. */
const onListening = (send: (url: string) => Promise<unknown>): RigOptions => ({
  ...HOOKED,
  ports: {
    progress: {
      update: (_done, _total, note) => {
        const url = /^listening at (.*)$/.exec(note)?.[1]
        if (url !== undefined) void send(url)
      },
    },
  },
})

it('deliveries of other events do not count, and a second run knows what the first processed', async () => {
  using shop = workshop()
  const listen = 'webhook listen --secret-env HOOK_SECRET --expect push --path /in'.split(' ')
  const first = await shop.ask(
    listen,
    onListening(async (url) => {
      await sendDelivery(url, {body: JSON.stringify(PAYLOADS['ping']), event: 'ping', id: 'p', secret: SECRET})
      await sendDelivery(url, {body: PUSH, secret: SECRET})
    }),
  )
  assert.is(first.code, 0)
  assert.equal([first.document.counted, first.document.outcomes.accepted], [1, 2])
  assert.match(first.document.url, /^http:\/\/127\.0\.0\.1:\d+\/in$/)
  const second = await shop.ask(
    listen,
    onListening(async (url) => {
      await sendDelivery(url, {body: PUSH, secret: SECRET})
      await sendDelivery(url, {body: `${PUSH}\n`, id: 'd-2', secret: SECRET})
    }),
  )
  assert.equal([second.document.outcomes.duplicate, second.document.outcomes.accepted], [1, 1])
  assert.is(shop.read('webhook-deliveries.ndjson').trim().split('\n').length, 3)
})

it('a second listener at the same record ends before it listens, and the first goes on', async () => {
  using shop = workshop()
  const listen = 'webhook listen --secret-env HOOK_SECRET --path /in'.split(' ')
  let second: Promise<{code: number; err: string}> | undefined
  const first = await shop.ask(
    listen,
    onListening(async (url) => {
      second ??= shop.tell([...listen, '--for', '1s'], HOOKED)
      assert.match((await second).err, 'another process writes to the record of deliveries')
      await sendDelivery(url, {body: PUSH, secret: SECRET})
    }),
  )
  assert.equal([first.code, (await second)?.code, first.document.outcomes.accepted], [0, 7, 1])
  assert.equal(shop.read('webhook-deliveries.ndjson').trim().split('\n').length, 1)
  const later = await shop.ask(
    listen,
    onListening((url) => sendDelivery(url, {body: PUSH, id: 'x', secret: SECRET})),
  )
  assert.is(later.document.outcomes.replay, 1)
})

it('the library listens and verifies as the commands do, and an abort ends it', async () => {
  using dir = tempDir()
  const stop = new AbortController()
  const result = await listenForWebhooks({
    record: join(dir.path, 'record'),
    env: {HOOK_SECRET: SECRET},
    secretEnv: ['HOOK_SECRET'],
    count: 2,
    signal: stop.signal,
    onProgress: ({note}) => {
      const url = /^listening at (.*)$/.exec(note)?.[1]
      if (url !== undefined) void sendDelivery(url, {body: PUSH, secret: SECRET}).then(() => stop.abort())
    },
  })
  assert.equal([result.exit.name, result.counted, result.outcomes.accepted], ['interrupted', 1, 1])
  const lacking = await verifyWebhook({body: '/nowhere', signature: 'x', secretEnv: ['A']}).catch(codeOf)
  assert.is(lacking, 'invalid_input')
})

it('the receiver of the page is right: it takes what is good once, over a restart too, and nothing else', async () => {
  using dir = tempDir()
  const [program] = pageFiles(join(ROOT, 'docs', 'webhooks.md'))
  assert.ok(program && program.text.trimEnd().split('\n').length <= 30)
  const start = async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program?.text ?? ''], {
      cwd: dir.path,
      env: {HOOK_SECRET: SECRET, OLD_HOOK_SECRET: 'the one before', PORT: '0'},
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const port = await new Promise<string>((done) => child.stdout.once('data', (data) => done(String(data).trim())))
    const post = async (headers: Record<string, string>, body: string) => {
      const reply = await fetch(`http://127.0.0.1:${port}/`, {method: 'POST', headers, body}).catch(() => undefined)
      return reply?.status
    }
    return {post, end: () => new Promise((done) => child.once('exit', done) && child.kill('SIGKILL'))}
  }
  const first = await start()
  const good = {body: PUSH, secret: SECRET}
  assert.is(await first.post(sentHeaders(good), PUSH), 200)
  assert.is(await first.post(sentHeaders({body: 'x', secret: 'the one before', id: 'd-2'}), 'x'), 200)
  const bad = [
    {...good, secret: 'another'},
    {...good, signature: ''},
    {...good, signature: 'sha256=00'},
    {...good, headers: {'X-Host-Delivery': ''}},
    {...good, headers: {'X-Host-Event': ''}},
  ]
  for (const delivery of bad) assert.is(await first.post(sentHeaders(delivery), PUSH), 401)
  assert.is(await first.post(sentHeaders(good), `${PUSH} `), 401)
  const large = 'x'.repeat(1024 * 1024 + 1)
  assert.is(await first.post(sentHeaders({body: large, secret: SECRET}), large), undefined)
  await first.end()
  const second = await start()
  assert.is(await second.post(sentHeaders(good), PUSH), 200)
  assert.is(await second.post(sentHeaders({...good, id: 'd-3'}), PUSH), 200)
  await second.end()
  const {DatabaseSync} = process.getBuiltinModule('node:sqlite')
  using db = new DatabaseSync(join(dir.path, 'deliveries.db'))
  const rows = db.prepare('SELECT id, event, body FROM deliveries ORDER BY id').all()
  assert.equal(
    rows.map(({id}) => id),
    ['d-1', 'd-2'],
  )
  assert.is(Buffer.from(rows[0]?.['body'] as Uint8Array).toString(), PUSH)
  assert.ok(readFileSync(join(dir.path, 'deliveries.db')).length > 0)
})

it.run()
