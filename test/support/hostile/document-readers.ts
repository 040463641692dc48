import {readFileSync} from 'node:fs'
import {loadDocument} from '#document/load-document'
import {MemoryReader} from '#evidence/archive/memory-reader'
import {keyIdOf, parsePrivateKey, parsePublicKey} from '#evidence/sign/key'
import {readBudgets} from '#gate/budget'
import {loadJob} from '#job/load-job'
import {loadProfile} from '#profile/load-profile'
import {Redactor} from '#redact/redactor'
import {answerOf, type HostileReader, READ, sameAsJson} from './answer.ts'

const FOLDER = '/home/alice/project'
const KNOWN = {providers: ['mock', 'analytic'], operations: ['predict', 'score'], formats: ['human', 'json', 'junit']}
const MOST_BUDGET_BYTES = 1024 * 1024

const JOB = {
  schema_version: 1,
  name: 'night',
  inputs: {iterations: {type: 'integer', default: 60}},
  steps: [
    {id: 'check', use: 'doctor', with: {strict: true}},
    {id: 'latency', use: 'benchmark', needs: ['check'], with: {providers: ['mock'], iterations: '{inputs.iterations}'}},
    {id: 'collect', use: 'exec', when: 'always', with: {argv: ['node', 'tools/collect.mjs'], outputs: ['out/*.json']}},
  ],
}

/** Callers' documents in every spelling, and keys. */
export function documentReaders(keys: {
  readonly privateKey: Uint8Array
  readonly publicKey: Uint8Array
}): HostileReader[] {
  const redactor = new Redactor()
  const ports = (name: string, content: Uint8Array) => ({
    reader: new MemoryReader(new Map([[`${FOLDER}/${name}`, content]])),
    redactor,
  })
  const profile = (suffix: string, good: Uint8Array): HostileReader => ({
    name: `profile.${suffix}`,
    good,
    read: (content) =>
      answerOf(async () => {
        const path = `${FOLDER}/profile.${suffix}`
        const request = {path, workingDirectory: FOLDER, known: KNOWN}
        const loaded = await loadProfile(request, ports(`profile.${suffix}`, content))
        return suffix === 'json' ? sameAsJson(content, loaded.profile) : READ
      }),
  })
  const jobs = (suffix: string, good: Uint8Array): HostileReader => ({
    name: `job.${suffix}`,
    good,
    read: (content) =>
      answerOf(async () => {
        const name = `job.${suffix}`
        const loaded = await loadJob(`${FOLDER}/${name}`, name, ports(name, content))
        return suffix === 'json' ? sameAsJson(content, loaded.job) : READ
      }),
  })
  const budget: HostileReader = {
    name: 'budget.json',
    good: fixture('fixtures/budgets/mock.json'),
    read: (content) =>
      answerOf(async () => {
        const source = {path: `${FOLDER}/budget.json`, name: 'budget.json', limitBytes: MOST_BUDGET_BYTES}
        const document = await loadDocument(source, ports('budget.json', content).reader)
        readBudgets(document, KNOWN, (key) => redactor.find(key).length === 0)
        return sameAsJson(content, document.value)
      }),
  }
  const key = (name: string, good: Uint8Array, parse: typeof parsePublicKey): HostileReader => ({
    name,
    good,
    read: (content) => answerOf(() => (keyIdOf(parse(content)).length === 64 ? READ : {how: 'read', fault: 'no id'})),
  })
  return [
    ...['json', 'toml', 'yaml'].map((suffix) => profile(suffix, fixture(`fixtures/profiles/ci.${suffix}`))),
    jobs('yaml', fixture('fixtures/jobs/quickstart.yaml')),
    jobs('json', Buffer.from(JSON.stringify(JOB, null, 2))),
    jobs(
      'toml',
      Buffer.from(
        'schema_version = 1\nname = "night"\n\n[[steps]]\nid = "a"\nuse = "doctor"\nwith = {strict = true}\n',
      ),
    ),
    budget,
    key('private key', keys.privateKey, parsePrivateKey),
    key('public key', keys.publicKey, parsePublicKey),
  ]
}

const fixture = (path: string): Uint8Array => readFileSync(path)
