import {spawnSync} from 'node:child_process'
import {cpSync, readFileSync} from 'node:fs'
import {join, resolve} from 'node:path'

const ROOT = resolve(import.meta.dirname, '..', '..')
/** npm packs them whatever `files` says. */
const ALWAYS = ['package.json', 'README.md', 'LICENSE']

/** Puts what the package holds into a folder, built anew, and leaves the checkout as it is. Throws what the build says where it fails. */
export function stagePackage(folder: string): void {
  const {files} = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  for (const part of [...ALWAYS, ...files.filter((file: string) => file !== 'dist/')]) {
    cpSync(join(ROOT, part), join(folder, part), {recursive: true})
  }
  const {status, stdout, stderr} = spawnSync(process.execPath, ['bin/dev/build.ts', join(folder, 'dist')], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  if (status !== 0 || stdout + stderr !== '') throw new Error(`the build ended with ${status}\n${stdout}${stderr}`)
}

/** Packs a staged folder into another one. Gives the name of the tarball. */
export function packStaged(staged: string, into: string): string {
  const args = ['pack', staged, '--ignore-scripts', '--json', '--pack-destination', into]
  const {status, stdout, stderr} = spawnSync('npm', args, {encoding: 'utf8', cwd: into})
  if (status !== 0) throw new Error(stderr)
  const told = JSON.parse(stdout)
  // npm 11 gives a list, later ones an object by name.
  const [{filename}] = Object.values(told) as [{filename: string}]
  return filename
}
