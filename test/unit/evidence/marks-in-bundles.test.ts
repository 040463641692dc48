import {existsSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {scanWithSecretlint} from '#evidence/scan/scan-secretlint'
import {ALL_LAYERS} from '#redact/layers'
import {ALL_RULES} from '#redact/mark'
import {Redactor} from '#redact/redactor'
import {evidenceRig} from '../../support/evidence-rig.ts'
import {spec} from '../../support/spec.ts'

const it = spec('marks of ours in bundles')
const redactor = new Redactor()
/** Every place in which a rule of the second net looks for a secret. */
const PLACES: readonly ((mark: string) => string)[] = [
  ...[
    'postgres',
    'postgresql',
    'mysql',
    'mysqlx',
    'jdbc:mysql',
    'mongodb',
    'mongodb+srv',
    'redis',
    'amqp',
    'https',
    'ftp',
  ].flatMap((scheme) => [
    (mark: string) => `${scheme}://${mark}@db.internal/main`,
    (mark: string) => `${scheme}://app:${mark}@db.internal:5432/main`,
    (mark: string) => `${scheme}://${mark}:${mark}@db.internal/main?x=${mark}`,
  ]),
  (mark) => `//registry.npmjs.org/:_authToken=${mark}`,
  (mark) => `npm_config__auth=${mark}`,
  (mark) => `Authorization: Basic ${mark}`,
  (mark) => `Authorization: Bearer ${mark}`,
  (mark) => `curl -u user:${mark} https://host.internal`,
  (mark) => `{"password": "${mark}", "aws_secret_access_key": "${mark}"}`,
  (mark) => `AWS_SECRET_ACCESS_KEY=${mark}`,
  (mark) => `aws_account_id = ${mark}`,
  (mark) => `SLACK_TOKEN=${mark} https://hooks.slack.com/services/${mark}`,
  (mark) => `-----BEGIN PRIVATE KEY-----\n${mark}\n-----END PRIVATE KEY-----`,
  (mark) => `docker login -p ${mark}`,
]

async function foundIn(text: string): Promise<string[]> {
  const findings = await scanWithSecretlint([{path: 'a.txt', text: redactor.veiled(text)}])
  return [...findings.values()].flat().map(({rule}) => rule)
}

it('the second net takes no mark for a secret, whatever its rule and wherever it stands', async () => {
  for (const rule of ALL_RULES) {
    for (const mark of [`[redacted:${rule}#1]`, `[redacted:${rule}]`, `[redacted:${rule}#99999]`]) {
      assert.equal(await foundIn(PLACES.map((place) => place(mark)).join('\n')), [], mark)
    }
  }
})

it('a veil is as long as the mark, so that lines and columns hold', () => {
  const text = 'a [redacted:jwt#1]\nb [redacted:registered#22] c'
  assert.is(redactor.veiled(text).length, text.length)
  assert.is(redactor.veiled(text).split('\n').length, 2)
})

it('what only looks like a mark, and what stands inside or beside one, is scanned', async () => {
  const token = `${'gh'}p_${'a1B2'.repeat(9)}`
  const password = ['Quartz', '77', 'x'].join('')
  const hostile = [
    `[redacted:jwt#1] ${token}`,
    `[redacted:jwt#1]\n${token}[redacted:jwt#1]`,
    `postgres://app[redacted:url-userinfo#1]:${password}@db.internal/main`,
    `postgres://app:[redacted:url-userinfo#1]${password}@db.internal/main`,
    `postgres://app:${password}[redacted:url-userinfo#1]@db.internal/main`,
    `mysql://[redacted:url-userinfo#1]:${password}@db.internal/main`,
    `postgres://app:[redacted:${password.toLowerCase()}#1]@db.internal/main`,
    `mongodb://app:[redacted:url-userinfo#1${password}]@db.internal/main`,
    `mongodb://app:[redacted:url-userinfo#012345678]@db.internal/main`,
    `mongodb://app:[REDACTED:url-userinfo#1]@db.internal/main`,
  ]
  for (const text of hostile) assert.ok((await foundIn(text)).length > 0, text)
})

it('a log with masked addresses goes into the bundle, and the bundle verifies', async () => {
  using rig = evidenceRig()
  const said = PLACES.map((place) => `${place(['Quartz', '77', 'xK'].join(''))}\n`).join('')
  const {runId} = await rig.run({'logs/child.log': rig.ports.redactor.text(said)})
  const {excluded} = await rig.bundle({runId})
  assert.equal(
    excluded.filter(({reason}) => reason === 'secret-like-material'),
    [],
  )
  const {exit} = await rig.verify(rig.folderOf(runId))
  assert.is(exit.name, 'ok', exit.reason)
})

it('where the second net drops the last file of a folder, the folder goes and the bundle verifies', async () => {
  using blind = evidenceRig({redactor: new Redactor({}, {...ALL_LAYERS, finders: []})})
  const {runId} = await blind.run({'deep/er/secret.txt': `token ${'gh'}p_${'a1B2'.repeat(9)}\n`})
  const {excluded} = await blind.bundle({runId})
  assert.is(excluded.length, 1)
  const folder = join(blind.folderOf(runId), 'data', 'runs', runId, 'artifacts', 'deep')
  assert.not.ok(existsSync(folder))
  const {exit} = await blind.verify(blind.folderOf(runId))
  assert.is(exit.name, 'ok', exit.reason)
})

it.run()
