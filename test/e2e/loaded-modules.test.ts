import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {BUILT_HOME} from '../support/built-home.ts'
import {linkedBy, loadedBy, runningFunctions} from '../support/loaded-modules.ts'
import {spec} from '../support/spec.ts'

const it = spec('loaded modules')
const LIMIT_MS = 60_000

/** Modules of ours that the process of one evaluation by the exact rules loads, and those in which a function runs. They may only be lowered. */
const MOST_LOADED = 365
const MOST_EXECUTED = 274
/** Functions called run or evaluate between the command and its first episode: more could not be told apart by their names. */
const MOST_RUNNING = 4

/** Files of the build that it links; looking for each and linking it costs more than what most of them hold. */
const MOST_LINKED = 12

const EVAL = ['eval', '--env', 'double-integrator', '--planner', 'quick', '--n', '1', '--workers', '1']

it(
  'an evaluation by the exact rules loads its own suite, and nothing of the laboratory',
  async () => {
    const {
      loaded: modules,
      executed,
      callers,
      ended,
    } = await loadedBy([...EVAL, '--suite', 'closed-loop', '--provider', 'analytic'])
    assert.is(ended.code, 4, ended.err)
    assert.ok(modules.includes('eval/kit/make-episode-cell.ts'))
    const needless =
      /^lab\/|^provider\/(fault|health\/probe|translator\/load)|^eval\/suite\/(?!closed-loop|calibration)|^eval\/plan\/plan-recompute|^document\/|^gate\/load/
    assert.equal(
      modules.filter((file) => needless.test(file)),
      [],
    )
    assert.ok(modules.length <= MOST_LOADED, `${modules.length} modules loaded`)
    assert.ok(executed.length <= MOST_EXECUTED, `${executed.length} modules executed`)
    assert.ok(callers.includes('conductMeasurement'), callers.join(' > '))
    assert.ok(runningFunctions(callers).length <= MOST_RUNNING, runningFunctions(callers).join(' > '))
  },
  LIMIT_MS,
)

it(
  'who asks for a wrong model loads the laboratory',
  async () => {
    const {loaded: modules} = await loadedBy([...EVAL, '--suite', 'closed-loop', '--provider', 'zoo.sign-flip'])
    assert.ok(modules.includes('lab/model/mutants.ts'))
  },
  LIMIT_MS,
)

it(
  'a built evaluation links few files, and the evaluation of another suite few more',
  async () => {
    const linked = await linkedBy([...EVAL, '--suite', 'closed-loop', '--provider', 'analytic'])
    assert.ok(linked.includes('commands/eval.js'), linked.join())
    assert.ok(linked.length <= MOST_LINKED, linked.join())
    const other = await linkedBy([...EVAL, '--suite', 'surprise', '--provider', 'analytic'])
    assert.ok(other.length > linked.length && other.length <= 2 * MOST_LINKED, other.join())
  },
  LIMIT_MS,
)

it(
  'a built node links few files to tell its version, and to read its data no more than that takes',
  async () => {
    const node = join(BUILT_HOME, 'bin', 'hostnode.js')
    const told = await linkedBy(['--version'], node)
    assert.ok(told.length > 0 && told.length <= MOST_LINKED, told.join())
    const read = await linkedBy(['verify', '--data-dir', 'none'], node)
    assert.ok(read.length > told.length, read.join())
    const texts = read.map((file) => [file, readFileSync(join(BUILT_HOME, 'dist', file), 'utf8')] as const)
    const needless = texts.filter(([, text]) => /"node_modules\/(undici|fastify|@oclif)\//.test(text))
    assert.equal(
      needless.map(([file]) => file),
      [],
    )
  },
  LIMIT_MS,
)

it.run()
