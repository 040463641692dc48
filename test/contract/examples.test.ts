// Counts no coverage: what it starts is other programs.
import {cpSync, globSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs'
import {basename, join} from 'node:path'
import {pathToFileURL} from 'node:url'
import * as assert from 'uvu/assert'
import {startFaultServer} from '#lab/fault/start-fault-server'
import {BUILT_HOME} from '../support/built-home.ts'
import {gr00tEnv} from '../support/fakes/policy-rig.ts'
import {ROOT} from '../support/hall-rig.ts'
import {start} from '../support/spawned.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('examples')
const FOLDER = join(ROOT, 'docs', 'examples')

const usesLibrary = (file: string) => readFileSync(join(FOLDER, file), 'utf8').includes("from '@assay-trials/assay'")

for (const file of globSync('*.mjs', {cwd: FOLDER}).filter(usesLibrary).sort()) {
  it(`docs/examples/${file} prints what its last lines say`, async () => {
    using dir = tempDir()
    cpSync(FOLDER, dir.path, {recursive: true})
    symlinkSync(join(ROOT, 'node_modules'), join(dir.path, 'node_modules'))
    const text = readFileSync(join(FOLDER, file), 'utf8')
    const library = pathToFileURL(join(BUILT_HOME, 'dist', 'index.js')).href
    const path = join(dir.path, basename(file))
    writeFileSync(path, text.replaceAll("from '@assay-trials/assay'", `from '${library}'`))
    const server = await startFaultServer({transport: 'zmq', service: 'gr00t'})
    const {out, err} = await start([path], dir.path, gr00tEnv(server)).ended
    await server.close()
    assert.equal([out, err], [printedBy(text), ''])
  })
}

/** The comment at the end, as the lines it stands for. */
function printedBy(text: string): string {
  const lines = text.trimEnd().split('\n')
  const from = lines.findLastIndex((line) => !line.startsWith('// ')) + 1
  return lines
    .slice(from)
    .map((line) => `${line.slice(3)}\n`)
    .join('')
}
it.run()
