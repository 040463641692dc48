import {spawnSync} from 'node:child_process'
import {chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import * as assert from 'uvu/assert'
import {builtPackage} from '../../bin/dev/built-package.ts'
import {installedSize} from '../../bin/dev/measure-package.ts'
import {packStaged} from '../../bin/dev/stage-package.ts'
import {DEEP} from '../support/depth.ts'
import {ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('installed package')
const LIMIT_MS = 300_000
const MOST_PACKAGES = 3
const MOST_BYTES = 15e6
const NOBODY = 65534
/** Without the null device no program that reads nothing can be started. */
const CAN_START = `require('node:fs').closeSync(require('node:fs').openSync('/dev/null', 'r+'))`
const BECOME = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
/** Somebody who owns nothing of the checkout, where this process may become anybody and a stranger can start programs. */
const OTHER = process.getuid?.() === 0 && runs([...BECOME, process.execPath, '-e', CAN_START]) ? BECOME : []

it(
  'an install brings one package without warnings, and does from an empty folder what the readme says',
  () => {
    using dir = tempDir()
    const [staged, app] = [join(dir.path, 'staged'), join(dir.path, 'app')]
    for (const folder of [staged, app]) mkdirSync(folder)
    cpSync(builtPackage(), staged, {recursive: true})
    cpSync(join(dir.path, packStaged(staged, dir.path)), join(app, packageFile()))
    writeFileSync(join(app, 'package.json'), '{}\n')
    chmodSync(dir.path, 0o755)
    if (OTHER.length > 0) for (const path of [app, join(app, 'package.json')]) chownSync(path, NOBODY, NOBODY)
    const [install = '', ...lines] = installLines()
    const {out, err} = follow(`${install} --offline`, app)
    assert.equal([/added 1 package/.test(out), err], [true, ''])
    const {packages, bytes} = installedSize(app)
    assert.ok(packages <= MOST_PACKAGES && bytes <= MOST_BYTES, `${packages} packages, ${bytes} bytes`)
    assert.ok(lines.length >= 2)
    for (const line of lines) assert.is(follow(line, app).err.includes('npm'), false, line)
    assert.ok(existsSync(join(app, 'runs')) && existsSync(join(app, 'issue-bundles')))
    // It runs the job of the line before, from the same place.
    if (DEEP) assert.match(follow('npx --no assay quickstart', app).out, /Bundle +\S*issue-bundles\S* \(verified\)/)
    // GR00T needs no package beside it: nobody listens there, and that is found out.
    const silent = follow('npx --no assay provider health gr00t --allow-loopback --format json', app, 3)
    assert.match(silent.out, /nobody listens there/)
    checkInside(join(app, 'node_modules', '@assay-trials', 'assay'))
  },
  LIMIT_MS,
)
it.run()

/** What the readme's section says after the tarball is made, without its comments. */
function installLines(): string[] {
  const [, block = ''] =
    /^## Install\n[\s\S]*?^```sh\n([\s\S]*?)^```$/m.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? []
  const lines = block
    .trim()
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, ''))
  return lines.slice(lines.findIndex((line) => line.startsWith('npm install')))
}

function packageFile(): string {
  return /\S+\.tgz/.exec(installLines()[0] ?? '')?.[0].replace('./', '') ?? ''
}

function follow(line: string, cwd: string, expected = 0): {readonly out: string; readonly err: string} {
  const env = {PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, HOME: cwd, GROOT_POLICY_HOST: '127.0.0.1'}
  const [program = '', ...args] = [...OTHER, 'sh', '-c', line]
  const {status, stdout, stderr} = spawnSync(program, args, {cwd, env, encoding: 'utf8'})
  assert.is(status, expected, `${line}\n${stdout}\n${stderr}`)
  return {out: stdout, err: stderr}
}

function runs([program = '', ...args]: readonly string[]): boolean {
  return spawnSync(program, args).status === 0
}

/** Notices, contents and every file that the readme leads to are in the package. */
function checkInside(home: string): void {
  const bom = JSON.parse(readFileSync(join(home, 'dist', 'sbom.cdx.json'), 'utf8'))
  const notices = readFileSync(join(home, 'dist', 'THIRD-PARTY.txt'), 'utf8')
  assert.equal([bom.bomFormat, bom.specVersion], ['CycloneDX', '1.6'])
  const refs = new Set<string>(bom.components.map((component: {'bom-ref': string}) => component['bom-ref']))
  assert.is(refs.size, bom.components.length)
  for (const {name, group, version, purl, hashes, licenses} of bom.components) {
    const full = group ? `${group}/${name}` : name
    assert.ok(notices.includes(`\n${full} ${version} (`), full)
    assert.is(purl, `pkg:npm/${full.replace('@', '%40')}@${version}`)
    assert.match(hashes[0].content, /^[0-9a-f]{128}$/)
    assert.ok(licenses[0].license?.id ?? licenses[0].expression, full)
  }
  for (const name of ['execa', 'undici', 'yaml', 'ws'])
    assert.ok(
      [...refs].some((ref) => ref.startsWith(`pkg:npm/${name}@`)),
      name,
    )
  for (const {ref, dependsOn} of bom.dependencies.slice(1)) {
    assert.ok(refs.has(ref) && dependsOn.every((one: string) => refs.has(one)), ref)
  }
  const readme = readFileSync(join(home, 'README.md'), 'utf8')
  for (const [, target = ''] of readme.matchAll(/\]\(([^):#]+)(?:#[^)]*)?\)/g))
    assert.ok(existsSync(join(home, target)), target)
  assert.ok(existsSync(join(home, 'fixtures', 'bridge', 'assay_bridge.py')))
}
