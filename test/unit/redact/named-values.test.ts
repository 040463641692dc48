import * as assert from 'uvu/assert'
import {seedStream} from '#random/stream'
import {isSecretVariable, secrecyOf} from '#redact/key-names'
import {Redactor} from '#redact/redactor'
import {registerVariable, type Treatment} from '#redact/register-variable'
import {argumentSecrets, secretPartsOf} from '#redact/secret-parts'
import {isPlain} from '#redact/value-kinds'
import {ALL_SECRET_NAMES, SECRET_NAMES} from '../../support/secret-names.ts'
import {spec} from '../../support/spec.ts'

const it = spec('named values')

function treat(name: string, value: string, isAsked: boolean): Treatment | undefined {
  const redactor = new Redactor()
  return registerVariable({name, value, isAsked}, (text) => redactor.register(text))
}

/** What is left of a text once a variable is known. */
function shown(name: string, value: string, text: string): string {
  const redactor = new Redactor()
  registerVariable({name, value, isAsked: true}, (found) => redactor.register(found))
  return redactor.text(text)
}

it('names that public documents call secret are known by their name, but for those that are told by their value', () => {
  const byValue = ALL_SECRET_NAMES.filter((name) => !isSecretVariable(name))
  for (const name of byValue) assert.match(name, /_(?:URL|URI|ID|IO)$/)
  assert.ok(byValue.length <= 15, byValue.join(' '))
  for (const [source, names] of Object.entries(SECRET_NAMES)) assert.ok(source && names.trim())
})

it('glued names and last words of the list are secret or likely, counts, places and halves of words are neither', () => {
  const secret = `PGPASSWORD dbpassword DBPASSWORD2 accesstoken clientSecret MYSQL_PWD AWS_CREDS cred passcode jwt MY_JWT
    SECRET_ID vault_secret_id SESSION_KEY sshKey apikeys DOCKER_AUTH_CONFIG db_passwd2 LDAP_BIND_PASSPHRASE`
  const likely = 'SSHPASS DB_PASS smtppass AUTH BASIC_AUTH PIN GITHUB_PAT STRIPE_KEY key keys nonce_salt'
  const neither = `compass bypass trespass monkey turkey hotkey tokenizer author authority pattern spin pins_count key_id
    PATH XAUTHORITY SSH_AUTH_SOCK KEYBOARD passage max_tokens public_key KEY_FILE_NAME passes`
  for (const key of secret.split(/\s+/)) assert.is(secrecyOf(key), 'secret', key)
  for (const key of likely.split(/\s+/)) assert.is(secrecyOf(key), 'likely', key)
  for (const key of neither.split(/\s+/)) assert.is(secrecyOf(key), undefined, key)
})

it('the directories of a shell are no passwords', () => {
  assert.equal(['PWD', 'OLDPWD', 'MYSQL_PWD'].map(isSecretVariable), [false, false, true])
})

it('what reads as plain stays readable, though a job names the variable', () => {
  const plain = `8080 true 0.25 -1e-9 1,000,000 10s 512Mi v1.2.3 2026-11-22 2026-11-22T10:00:00.000Z us-east-1 eu-central-1a
    production postgres mock physics two-room leworldmodel nvidia/GR00T-N1.5-3B Qwen2.5-7B-Instruct linux-x64-gnu
    ubuntu-22.04 /usr/bin:/bin ./data /home/alice/models/run-1 ~/cache C:\\Users\\alice db.example.com 10.0.0.7
    http://localhost:8000/v1 https://example.com/docs/index.html en_US.UTF-8 alice@example.com
    sha256:${'0a'.repeat(32)} ${'3f2a91c0'.repeat(5)} 123e4567-e89b-12d3-a456-426614174000 20261121T074233417Z-k3q7xz
    main refs/heads/main feature/add-login 1:2:3 a,b,c cuda:0 float32 Wan2.1-I2V-14B-720P H100-80GB-x8 fe80::1a2b:3c4d
    sm80-sm90-sm100 i7-8700K 1h30m 2026-W48-1`
  for (const value of plain.split(/\s+/)) {
    assert.ok(isPlain(value), value)
    assert.is(treat('MODE', value, true), 'not masked: reads as no secret', value)
  }
})

it('what does not read as plain is masked under any name that a job gives, and under no name that nobody gave', () => {
  const odd = [
    'hunter2',
    'secret123',
    'P@ssw0rd!',
    'x9Kd82mQ',
    'correcthorsebatterystaple',
    'Tr0ub4dor&3',
    'aB3dE6gH9jK2mN5p',
  ]
  for (const value of odd) {
    assert.not.ok(isPlain(value), value)
    assert.is(treat('LOGIN', value, true), 'masked', value)
    assert.is(treat('LOGIN', value, false), undefined, value)
  }
})

it('codes in groups that people can type do not read as plain, however short the groups are', () => {
  const forms = [
    'wKq7-Zp4x-Lm9T-vB2n',
    'qz7-Kp2m-Wx9-bT4r',
    'Kq7x_Zp4m',
    'mQ3-vT8-zW1-bN6',
    'X4F7-9QKD-22LM-PP0Z',
    'xkqp rwtz bmnl vcfd',
  ]
  for (const value of forms) assert.is(treat('LOGIN', value, true), 'masked', value)
  const draws = seedStream('codes')
  const ALPHABETS = [
    'ABCDEFGHJKLMNPQRSTUVWXYZ23456789',
    'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  ]
  const drawn = Array.from({length: 1000}, (_, at) => {
    const alphabet = ALPHABETS[at % 2] ?? ''
    const group = () => Array.from({length: 4}, () => alphabet[draws.int(alphabet.length)]).join('')
    return Array.from({length: 4}, group).join('-')
  })
  assert.ok(drawn.filter((value) => isPlain(value)).length <= 100)
})

it('under a secret name also a word is masked; a place, an ordinary word and a short number are not', () => {
  assert.is(treat('DB_PASS', 'marmalade', false), 'masked')
  assert.is(treat('DB_PASS', 'moss', false), 'masked as a word')
  assert.is(treat('PIN', '4711', false), 'masked as a word')
  assert.is(treat('PIN', '47', false), 'not masked: too short or ordinary')
  assert.is(treat('DB_PASS', 'secret', false), 'not masked: too short or ordinary')
  assert.is(treat('SSH_KEY', '/home/alice/.ssh/id_ed25519', true), 'not masked: reads as no secret')
  assert.is(treat('TOKEN_FILE_KEY', 'C:\\keys\\one.pem', true), 'not masked: reads as no secret')
  const base64 = `/${'aB3+dE6/gH9'.repeat(3)}x`
  assert.is(treat('AWS_SECRET_ACCESS_KEY', base64, false), 'masked')
})

it('the password of an address goes and the address stays readable', () => {
  const password = 'Quartz77x'
  const cases: [string, string][] = [
    ['DATABASE_URL', `postgres://app:${password}@db.example:5432/main`],
    ['REDIS_URL', `redis://:${password}@cache.example:6379/0`],
    ['BROKER_URL', `amqps://user:${encodeURIComponent(password)}@mq.example/vhost?heartbeat=30`],
    ['PROXY', `http://proxy:${password}@10.0.0.1:3128`],
    ['REPLICAS', `mongodb+srv://a:${password}@one.example,two.example/db`],
    ['MAILER_DSN', `smtp://mail:${password}@smtp.example:25`],
    ['CONNECTION', `Server=db.example;Database=main;Uid=app;Pwd=${password};`],
    ['AZURE', `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${password};EndpointSuffix=core.example`],
    ['LIBPQ', `host=db.example user=app password=${password} dbname=main`],
    ['SAS', `https://store.example/c/blob?sv=2024&sig=${password}`],
  ]
  for (const [name, value] of cases) {
    assert.not.match(shown(name, value, `it was ${password}, they said`), password, name)
    assert.match(shown(name, value, 'db.example core.example main'), /db\.example|core/, name)
  }
})

it('JSON, user and password, base64 and webhooks are looked into', () => {
  const secret = 'Quartz77x'
  const auth = Buffer.from(`ci:${secret}`).toString('base64')
  const parts = (value: string) => secretPartsOf(value)
  assert.equal(parts(JSON.stringify({auths: {'r.example': {auth}}})), [auth, secret])
  assert.equal(parts(JSON.stringify({type: 'service_account', private_key: 'abcdef', project: 'x'})), ['abcdef'])
  assert.equal(parts('{"broken'), [])
  assert.not.match(shown('BASIC_AUTH', `operator:${secret}`, `said ${secret}`), secret)
  assert.not.match(shown('REGISTRY_AUTH', auth, `said ${secret}`), secret)
  const tail = 'T0000/B0000/zZ9yX8wV7u'
  const plain = 'http://127.0.0.1:8080/w/9f8d7e6c5b4a'
  assert.not.match(shown('NOTIFY_WEBHOOK', plain, `posted to ${plain}`), '9f8d7e6c5b4a')
  assert.not.match(shown('SLACK_WEBHOOK', `https://hooks.example.com/services/${tail}`, `said services/${tail}`), tail)
})

it('the key of a webhook is known also where it looks like an id', () => {
  const keys = ['fjnwYBmFNfGrPFbHGEhdaD7qKG', '0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0', '0f1e2d3c4b5a6978'.repeat(4)]
  for (const key of keys) {
    const address = `https://hooks.example.com/services/T0000/B0000/${key}`
    for (const said of [key, Buffer.from(`x${key}`).toString('base64')])
      assert.match(shown('DISCORD_WEBHOOK_URL', address, `said ${said}`), '[redacted:registered#1]', said)
  }
})

it('secrets in argument vectors are found by their flag', () => {
  assert.equal(
    argumentSecrets(['curl', '--token', 'abc', '--db-pass=def', 'PGPASSWORD=ghi', '-k', 'jkl', '--max-tokens', '5']),
    ['abc', 'def', 'ghi'],
  )
  assert.equal(argumentSecrets(['x', '--password', '--verbose', '--api-key']), [])
})

it('members of documents that likely hold a secret go where the value looks like one', () => {
  const made = new Redactor().value({
    auth: 'Zx81q7Wn4mKp',
    key: 'created_at',
    sort_key: 'provider',
    pass: 12,
    pin: 'GPIO-4',
    cache_key: `sha256:${'0a'.repeat(32)}`,
    stripe_key: 'Zx81q7Wn4mKp',
  })
  assert.equal(made, {
    auth: '[redacted:secret-key#1]',
    key: 'created_at',
    sort_key: 'provider',
    pass: 12,
    pin: 'GPIO-4',
    cache_key: `sha256:${'0a'.repeat(32)}`,
    stripe_key: '[redacted:secret-key#1]',
  })
})

it.run()
