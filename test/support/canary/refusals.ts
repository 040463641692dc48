import {join} from 'node:path'
import {CATALOGUE} from '#provider/catalogue/catalogue'
import {ENCODING_NAMES, plantOf} from './encodings.ts'
import type {Stage} from './stage.ts'

const COMMANDS: readonly (readonly [kind: string, argv: (plant: string) => string[]])[] = [
  ['unknown flag', (plant) => ['doctor', `--${plant}`]],
  ['unknown flag with a value', (plant) => ['doctor', `--tokn=${plant}`]],
  ['short flag', (plant) => ['doctor', `-${plant}`]],
  ['value of a choice', (plant) => ['doctor', '--capability', plant]],
  ['format', (plant) => ['doctor', `--format=${plant}`]],
  ['number', (plant) => ['benchmark', '--iterations', plant]],
  ['seconds', (plant) => ['benchmark', '--timeout', plant]],
  ['duration', (plant) => ['eval', '--time-limit', plant]],
  ['threshold', (plant) => ['eval', '--threshold', plant]],
  ['episode', (plant) => ['eval', '--episode', plant]],
  ['suite', (plant) => ['eval', '--suite', plant]],
  ['provider', (plant) => ['eval', '--provider', plant]],
  ['preset', (plant) => ['benchmark', '--preset', plant]],
  ['setting', (plant) => ['run', 'job.json', '--set', plant]],
  ['undeclared input', (plant) => ['run', 'job.json', '--set', `${plant}=1`]],
  ['wrong type', (plant) => ['run', 'job.json', '--set', `count=${plant}`]],
  ['job file', (plant) => ['run', plant]],
  ['extra argument', (plant) => ['provider', 'list', plant]],
  ['provider name', (plant) => ['provider', 'info', plant]],
  ['run id', (plant) => ['runs', 'show', plant]],
  ['status', (plant) => ['runs', 'list', '--status', plant]],
  ['day', (plant) => ['runs', 'list', '--created-from', plant]],
  ['keep', (plant) => ['runs', 'cleanup', '--keep', plant]],
  ['output file', (plant) => ['doctor', '--output', plant]],
  ['target', (plant) => ['runs', 'verify', plant]],
  ['command', (plant) => [plant]],
]

/** What a message may name unless it is known to be secret: a file, a key, a name. All else is never echoed, known or not. */
const SHOWN: ReadonlySet<string> = new Set(['job file', 'unknown key', 'cache key', 'name', 'keep', 'target'])

/** Flags that are refused must not echo their value, known to be secret or not. */
export async function refuseFlags(stage: Stage): Promise<void> {
  const inputs = {count: {type: 'integer', default: 1}}
  stage.give('job.json', JSON.stringify({schema_version: 1, name: 'j', inputs, steps: [{id: 'a', use: 'doctor'}]}))
  for (const [at, value] of stage.values.entries()) {
    const encoding = ENCODING_NAMES[at % ENCODING_NAMES.length] ?? 'raw'
    for (const [kind, argv] of COMMANDS) {
      const json = at % 2 === 0 ? ['--format', 'json'] : []
      const known = SHOWN.has(kind) || at % 3 === 0 ? {} : {env: {}}
      await stage.run(`flag: ${kind}`, [...argv(at % 4 === 0 ? plantOf(value, encoding) : value), ...json], known)
    }
  }
}

/** A profile with a secret in any place is refused, and no message holds it, though the redactor does not know most of these values. */
export async function refuseProfiles(stage: Stage): Promise<void> {
  for (const [at, value] of stage.values.entries()) {
    const encoding = ENCODING_NAMES[at % ENCODING_NAMES.length] ?? 'raw'
    for (const [kind, profile] of profilesWith(at % 3 === 0 ? plantOf(value, encoding) : value)) {
      const name =
        at % 2 === 0 ? stage.give('profile.json', JSON.stringify(profile)) : stage.give('profile.yaml', yamlOf(profile))
      await readProfile(stage, kind, [name, '--format', at % 4 < 2 ? 'json' : 'human'])
    }
    await readProfile(stage, 'broken', [stage.give('broken.toml', `name = "${value}\n`)])
    await refuseJob(stage, value)
  }
}

async function readProfile(stage: Stage, kind: string, file: readonly string[]): Promise<void> {
  const argv = ['benchmark', '--operation', 'predict', '--iterations', '1', '--workspace-dir', stage.work]
  await stage.run(`profile: ${kind}`, [...argv, '--profile', ...file], SHOWN.has(kind) ? {} : {env: {}})
}

async function refuseJob(stage: Stage, value: string): Promise<void> {
  const step = {id: 'a', use: 'exec', with: {argv: ['true'], [value]: 1}, [value]: 1}
  const name = stage.give('odd.json', JSON.stringify({schema_version: 1, name: 'j', steps: [step]}))
  await stage.run('job: unknown key', ['run', name, '--workspace-dir', stage.work, '--format', 'json'])
}

function profilesWith(plant: string): [kind: string, profile: object][] {
  const base = {schema_version: 1, name: 'canary'}
  return [
    ['name', {...base, name: plant}],
    ['unknown key', {...base, [plant]: 1}],
    ['secret key', {...base, api_key: plant}],
    ['provider', {...base, providers: [plant]}],
    ['operation', {...base, operations: [plant]}],
    ['workspace', {...base, run_workspace: `../${plant}`}],
    ['preset', {...base, retry_preset: plant}],
    ['cache key', {...base, runtime_cache_roots: {[plant]: 'cache'}}],
    ['wrong type', {...base, providers: plant}],
    ['version', {...base, schema_version: plant}],
  ]
}

/** JSON is YAML; a comment in front makes it YAML only. */
function yamlOf(value: object): string {
  return `# profile\n${JSON.stringify(value, null, 2)}\n`
}

/** Every variable of every provider, right or wrong, and names that only say secret: `doctor` and its kin tell names, never values. */
export async function refuseVariables(stage: Stage): Promise<void> {
  const names = CATALOGUE.flatMap(({settings}) => settings.flatMap(({name, aliases}) => [name, ...(aliases ?? [])]))
  for (const [at, value] of stage.values.entries()) {
    const env = Object.fromEntries([...names, 'MY_API_KEY', 'DB_PASSWORD'].map((name) => [name, value]))
    const as = ['--format', ['human', 'json', 'markdown', 'csv'][at % 4] ?? 'json', '--log-level', 'debug']
    await stage.run('doctor', ['doctor', '--workspace-dir', stage.work, ...as], {env})
    await stage.run('provider list', ['provider', 'list', ...as], {env})
    await stage.run('provider info', ['provider', 'info', 'runway', ...as], {env})
    await stage.run('provider health', ['provider', 'health', 'gr00t', ...as], {env})
    const argv = [
      'benchmark',
      '--operation',
      'predict',
      '--iterations',
      '1',
      '--warmup',
      '0',
      '--workspace-dir',
      stage.work,
    ]
    if (at % 10 === 0) await stage.run('benchmark', [...argv, '--output', join(stage.copies, 'b.json')], {env})
    else
      await stage.run('benchmark of it', ['benchmark', '--provider', 'gr00t', '--workspace-dir', stage.work, ...as], {
        env,
      })
  }
}
