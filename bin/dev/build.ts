// Builds dist/: the split bundle, its package.json, the oclif manifest, the help texts, the declarations, and which packages are inside under which
// licences. Without white space, which is half of what a start reads, and with names and short lines: an uncaught error prints the line it came from.
// Usage: build.ts [folder, `dist` by default]
import {spawnSync} from 'node:child_process'
import {globSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {basename, join, resolve, sep} from 'node:path'
import {Plugin as OclifPlugin} from '@oclif/core/config'
import {type BuildOptions, build, type Plugin} from 'esbuild'
import {READY_COLUMNS} from '#cli/ready-help'
import {asScripts} from './as-scripts.ts'
import {BUILT_IN} from './built-in-modules.ts'
import {bundledPackages} from './bundled-packages.ts'
import {LAZY_OCLIF} from './lazy-requires.ts'
import {reachedTypes} from './reached-types.ts'
import {sbom} from './sbom.ts'
import {startChunks} from './start-chunks.ts'
import {thirdPartyNotices} from './third-party.ts'
import {UNUSED_PACKAGES} from './unused-packages.ts'

const LIBRARY = 'src/index.ts'
/** The hosting node is a program of its own. */
const NODE = 'src/hostnode/main.ts'
const NAMES = 'src/cli/compose-names.ts'
/** What runs scripts and keeps their compiled code. */
const KEPT = 'src/cli/kept-code.ts'
const WRITE_CODE = 'src/cli/write-code.ts'
const READY = 'src/cli/answer-ready.ts'
/** What tells that standard output could not be written. */
const LOST = 'src/cli/tell-lost.ts'
const OUT = process.argv[2] ?? 'dist'
/** Bundled CommonJS packages expect these three. */
const BANNER = [
  `import {createRequire as createRequireOfBundle} from 'node:module'`,
  'const require = createRequireOfBundle(import.meta.url)',
  'const __dirname = import.meta.dirname, __filename = import.meta.filename',
].join('\n')
/** Asked for by oclif in development only. */
const NEVER_SHIPPED = ['typescript', 'tsx', 'ts-node']
/** Bring compiled parts that only their own package finds. */
const NATIVE = ['zeromq', 'msgpackr-extract', '@napi-rs/keyring']
/** Optional peers that only some users need; each is imported in one lazily loaded file. */
const OPTIONAL = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).peerDependencies).filter(
  (name) => name.startsWith('@opentelemetry/') && name !== '@opentelemetry/api',
)
/** Its main file finds its parts by a `require` that no bundler follows; its ES modules are bundled well. */
const ES_MODULES = {'jsonc-parser': 'jsonc-parser/lib/esm/main.js'}

const pkg = JSON.parse(readFileSync('package.json', 'utf8'))
rmSync(OUT, {recursive: true, force: true})
const options = {
  entryPoints: [
    'src/cli/main.ts',
    'src/cli/compose-drill-child.ts',
    'src/cli/compose-measuring.ts',
    'src/cli/compose-provider-host.ts',
    'src/cli/compose-thread.ts',
    NODE,
    LOST,
    'src/cli/credential-helper.ts',
    LIBRARY,
    ...globSync('src/commands/**/*.ts'),
  ],
  outdir: OUT,
  outbase: 'src',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  chunkNames: 'chunk/[hash]',
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 160,
  logLevel: 'warning',
  external: [...NEVER_SHIPPED, ...NATIVE, ...OPTIONAL],
  alias: ES_MODULES,
  plugins: [BUILT_IN, LAZY_OCLIF, UNUSED_PACKAGES],
  banner: {js: BANNER},
} satisfies BuildOptions
const {metafile} = await build({...options, metafile: true, write: false})
const start = startChunks(metafile, {library: LIBRARY, node: NODE})
const built = await build({...options, metafile: true, plugins: [start.plugin, ...options.plugins]})
// Each by itself: modules that they shared with the program would be files of their own, which every other start would have to link.
await build({...options, entryPoints: [READY], banner: {}, plugins: [programFile(LOST), BUILT_IN]})
for (const entryPoint of [NAMES, KEPT, WRITE_CODE]) {
  await build({...options, entryPoints: [entryPoint], banner: {}, plugins: [BUILT_IN]})
}
await asScripts(start.files(built.metafile), BANNER)
const packages = bundledPackages(built.metafile)
const locked = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
writeFileSync(join(OUT, 'THIRD-PARTY.txt'), thirdPartyNotices(packages))
writeFileSync(join(OUT, 'sbom.cdx.json'), `${JSON.stringify(sbom(pkg, packages, locked))}\n`)
const {name, version, description, type} = pkg
const shipped = {name, version, description, type, oclif: {...pkg.oclif, commands: './commands'}}
writeFileSync(join(OUT, 'package.json'), `${JSON.stringify(shipped, null, 2)}\n`)
writeFileSync(join(OUT, 'oclif.manifest.json'), JSON.stringify(await manifest()))
layOutHelp()
declare()

/** A file of the program's build, imported where it lies beside. */
function programFile(source: string): Plugin {
  const name = basename(source, '.ts')
  return {
    name: 'program-file',
    setup: ({onResolve}) =>
      onResolve({filter: new RegExp(`/${name}\\.ts$`)}, () => ({path: `./${name}.js`, external: true})),
  }
}

async function manifest(): Promise<unknown> {
  const root = resolve(OUT)
  const options = {root, type: 'core', ignoreManifest: true, errorOnManifestCreate: true, respectNoCacheDefault: true}
  const plugin = new OclifPlugin(options)
  await plugin.load()
  return plugin.manifest
}

/** In a process of its own: oclif asks for the width when it is loaded. */
function layOutHelp(): void {
  const env = {...process.env, OCLIF_COLUMNS: `${READY_COLUMNS}`}
  const {status} = spawnSync(process.execPath, ['bin/dev/write-help.ts', OUT], {stdio: 'inherit', env})
  if (status !== 0) process.exitCode = 1
}

function declare(): void {
  const {status} = spawnSync('node_modules/.bin/tsc', ['-p', 'tsconfig.types.json', '--outDir', join(OUT, 'types')], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
  const types = join(OUT, 'types')
  const all = globSync('**/*.d.ts', {cwd: types})
  for (const file of all) withPaths(types, file)
  // The compiler declares whatever the library leads to; a program that imports it meets three in ten of these bytes.
  const reached = reachedTypes(join(types, 'index.d.ts'))
  for (const file of all) if (!reached.has(resolve(types, file))) rmSync(join(types, file))
}

/** Names of rooms become paths: a consumer's compiler knows the former by no package.json of its own. */
function withPaths(types: string, file: string): void {
  const text = readFileSync(join(types, file), 'utf8')
  const up = '../'.repeat(file.split(sep).length - 1) || './'
  writeFileSync(join(types, file), text.replaceAll(/(['"])#([\w/-]+)\1/g, `$1${up}$2.js$1`))
}
