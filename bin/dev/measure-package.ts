// npm run measure:package: what an install of the packed tarball brings: packages, bytes, warnings.
import {spawnSync} from 'node:child_process'
import {globSync, lstatSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {packStaged, stagePackage} from './stage-package.ts'

export interface InstalledSize {
  readonly packages: number
  readonly bytes: number
}

/** Counts what lies in a folder's `node_modules`. */
export function installedSize(folder: string): InstalledSize {
  const within = globSync('node_modules/**/*', {cwd: folder}).map((path) => join(folder, path))
  const isPackage = (path: string) => /node_modules\/(@[^/]+\/)?[^/@.][^/]*\/package\.json$/.test(path)
  const sizes = within.map((path) => lstatSync(path)).filter((stat) => stat.isFile())
  return {packages: within.filter(isPackage).length, bytes: sizes.reduce((sum, {size}) => sum + size, 0)}
}

if (import.meta.main) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-package-'))
  try {
    stagePackage(join(folder, 'staged'))
    const tarball = packStaged(join(folder, 'staged'), folder)
    const app = join(folder, 'app')
    mkdirSync(app)
    writeFileSync(join(app, 'package.json'), '{}\n')
    const {stderr} = spawnSync('npm', ['install', `../${tarball}`], {cwd: app, encoding: 'utf8'})
    const {packages, bytes} = installedSize(app)
    const warnings = stderr.split('\n').filter((line) => line.startsWith('npm warn')).length
    console.log(`${packages} packages, ${(bytes / 1e6).toFixed(1)} MB, ${warnings} warnings`)
    console.log(`${(lstatSync(join(folder, tarball)).size / 1e6).toFixed(1)} MB to download`)
  } finally {
    rmSync(folder, {recursive: true, force: true})
  }
}
