import {existsSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import * as assert from 'uvu/assert'
import {BIN, start} from '../support/spawned.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('loaded modules')
const LIMIT_MS = 60_000

/** Modules of ours that one evaluation by the exact rules loads in the process that was started. It may only be lowered. */
const MOST = 562

async function loadedBy(args: readonly string[]): Promise<string[]> {
  using dir = tempDir()
  const [hook, list] = [join(dir.path, 'hook.mjs'), join(dir.path, 'loaded.txt')]
  writeFileSync(
    hook,
    `const {registerHooks} = process.getBuiltinModule('node:module')
    const {appendFileSync} = process.getBuiltinModule('node:fs')
    registerHooks({load: (url, context, next) => (appendFileSync(${JSON.stringify(list)}, url + '\\n'), next(url, context))})`,
  )
  const {code, err} = await start(['--import', pathToFileURL(hook).href, BIN, ...args], dir.path).ended
  assert.ok(existsSync(list) && code !== 70, err)
  const modules = readFileSync(list, 'utf8')
    .split('\n')
    .flatMap((url) => url.match(/\/src\/(.*\.ts)$/)?.[1] ?? [])
  return [...new Set(modules)]
}

const EVAL = ['eval', '--env', 'double-integrator', '--planner', 'quick', '--n', '1', '--workers', '1']

it(
  'an evaluation by the exact rules loads its own suite, and nothing of the laboratory',
  async () => {
    const modules = await loadedBy([...EVAL, '--suite', 'closed-loop', '--provider', 'analytic'])
    assert.ok(modules.includes('eval/kit/make-episode-cell.ts'))
    const needless = /^lab\/|^provider\/fault\/|^eval\/suite\/.*\/(make|measure|check|run)-|^eval\/plan\/plan-recompute/
    assert.equal(
      modules.filter((file) => needless.test(file)),
      [],
    )
    assert.ok(modules.length <= MOST, `${modules.length} modules`)
  },
  LIMIT_MS,
)

it(
  'who asks for a wrong model loads the laboratory',
  async () => {
    const modules = await loadedBy([...EVAL, '--suite', 'closed-loop', '--provider', 'zoo.sign-flip'])
    assert.ok(modules.includes('lab/model/mutants.ts'))
  },
  LIMIT_MS,
)

it.run()
