import {spawnSync} from 'node:child_process'
import {cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import {publint} from 'publint'
import {formatMessage} from 'publint/utils'
import * as assert from 'uvu/assert'
import {builtPackage} from '../../bin/dev/built-package.ts'
import {rotated} from '../support/depth.ts'
import {ROOT} from '../support/hall-rig.ts'
import {SOURCE_BIN, start} from '../support/spawned.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('built package')
const LONG_MS = 60_000
/** A host application; its last line is wrong, which shows that types are checked at all. */
const HOST = `import {Action, type ActionPolicyResult, Assay, type Fields, type PredictionResult, Tensor} from '@assay-trials/assay'
const assay = new Assay({env: {}, event_handler: (event) => void event.phase.toUpperCase()})
export const actions = (result: ActionPolicyResult): Fields => result.raw_actions
export const predict = (state: PredictionResult['state']): Promise<PredictionResult> =>
  assay.predict(state, Action.move_to(1, 2, 3), 1, 'mock')
export const tensor: Tensor = Tensor.from({dtype: 'uint8', shape: [2], fill: 0})
// @ts-expect-error a provider is named by text
export const wrong = assay.profileOf(7)
`

it(
  'the build works without packages beside it, and says the same as the sources',
  async () => {
    using dir = tempDir()
    const dist = join(dir.path, 'dist')
    // A build that says anything, or fails, throws here.
    for (const part of ['dist', 'fixtures/drills'])
      cpSync(join(builtPackage(), part), join(dir.path, part), {recursive: true})
    const main = pathToFileURL(join(dist, 'cli', 'main.js')).href
    const script = `const {main} = await import('${main}'); process.exitCode = await main(process.argv.slice(1), '${dist}')`
    const run = (...argv: string[]) => start(['--input-type=module', '-e', script, '--', ...argv], dir.path).ended
    const source = (...argv: string[]) => start([SOURCE_BIN, ...argv], dir.path).ended
    const lines = [
      ['--version'],
      ['--help'],
      ['runs'],
      ['doctor', '--help'],
      ['docter'],
      ['doctor', '--zap'],
      ['provider', 'list'],
      ['runs', 'list', '--format', 'json'],
      ['completion', 'bash'],
      ['completion', 'fish'],
    ]
    for (const argv of rotated(lines, 3)) assert.equal(await run(...argv), await source(...argv), argv.join(' '))
    const {answerShell} = await import(join(dist, 'cli', 'compose-names.js'))
    mkdirSync(join(dir.path, 'runs', '20260101T000000000Z-aaaaaa'), {recursive: true})
    assert.match(
      await answerShell(['run', '--workspace-dir', dir.path], {}),
      /^latest\n.*\n20260101T000000000Z-aaaaaa\n$/s,
    )
    const pkg = JSON.parse(readFileSync(join(dist, 'package.json'), 'utf8'))
    assert.is(pkg.oclif.commands, './commands')
    assert.ok(existsSync(join(dist, 'types', 'index.d.ts')))
    for (const part of ['package.json', 'bin', 'schemas'])
      cpSync(join(ROOT, part), join(dir.path, part), {recursive: true})
    // What a host has that took none of the optional packages: Node's own types.
    mkdirSync(join(dir.path, 'node_modules'))
    for (const name of ['@types', 'undici-types'])
      symlinkSync(join(ROOT, 'node_modules', name), join(dir.path, 'node_modules', name))
    const {messages, pkg: packed} = await publint({pkgDir: dir.path, pack: false, strict: true})
    assert.equal(
      messages.map((message) => formatMessage(message, packed)),
      [],
    )
    assert.equal(consumerErrors(dir.path), '')
  },
  LONG_MS,
)

it(
  'a call of the built library leaves no listener on the streams of its host',
  async () => {
    using dir = tempDir()
    const library = pathToFileURL(join(builtPackage(), 'dist', 'index.js')).href
    const script = `const count = () => [process.stdout, process.stderr, process].map((one) => one.eventNames().map((name) => [String(name), one.listenerCount(name)]))
      const before = JSON.stringify(count())
      const {listProviders, doctor} = await import('${library}')
      await listProviders()
      await doctor({workspace: ${JSON.stringify(dir.path)}})
      const after = JSON.stringify(count())
      console.log(before === after ? 'same' : before + after)`
    const {out} = await start(['--input-type=module', '-e', script], dir.path).ended
    assert.is(out, 'same\n')
  },
  LONG_MS,
)
it.run()

/** What a compiler says of a host application that uses the types of the package beside it. */
function consumerErrors(folder: string): string {
  const options = {
    module: 'nodenext',
    target: 'es2024',
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    types: ['node'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({compilerOptions: options, files: ['host.ts']}))
  writeFileSync(join(folder, 'host.ts'), HOST)
  const {stdout} = spawnSync(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-p', folder], {encoding: 'utf8'})
  return stdout
}
