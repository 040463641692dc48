import {mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {assay, assayJson, type RigOptions} from './hall-rig.ts'
import {tempDir} from './temp-dir.ts'

/** A workspace that several commands visit one after the other, as a user would. */
export function workshop() {
  const dir = tempDir()
  const path = (...parts: string[]) => join(dir.path, ...parts)
  const put = (name: string, content: string | Uint8Array) => {
    mkdirSync(dirname(path(name)), {recursive: true})
    writeFileSync(path(name), content)
  }
  const tell = (argv: readonly string[], options: RigOptions = {}) => assay(argv, {...options, cwd: dir.path})
  const ask = (argv: readonly string[], options: RigOptions = {}) => assayJson(argv, {...options, cwd: dir.path})
  const run = async (...argv: string[]): Promise<string> => (await ask([...QUICK_RUN, ...argv])).document.run_id
  const read = (...parts: string[]) => readFileSync(path(...parts), 'utf8')
  const manifest = (id: string) => JSON.parse(read('runs', id, 'run_manifest.json'))
  const runs = () => namesIn(path('runs')).filter((name) => /^\d{8}T\d{9}Z-/.test(name))
  return {
    root: dir.path,
    path,
    put,
    tell,
    ask,
    run,
    read,
    manifest,
    runs,
    [Symbol.dispose]: () => dir[Symbol.dispose](),
  }
}
export type Workshop = ReturnType<typeof workshop>

/** The quickest command that leaves a run. */
export const QUICK_RUN = ['benchmark', '--operation', 'predict', '--warmup', '0', '--iterations', '3']

/** Every regular file below a folder with its bytes, by relative path. */
export function filesBelow(folder: string): Map<string, Buffer> {
  const names = readdirSync(folder, {recursive: true, encoding: 'utf8'}).sort()
  const files = names.filter((name) => statSync(join(folder, name)).isFile())
  return new Map(files.map((name) => [name, readFileSync(join(folder, name))]))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}
