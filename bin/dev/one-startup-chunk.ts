import {readFileSync} from 'node:fs'
import {resolve} from 'node:path'
import type {Plugin as BuildPlugin, Metafile} from 'esbuild'

const NAME = 'assay:startup'
/** What every command loads, and what the two that must start fastest load: human text, and providers that need nothing. */
const STARTUP = [
  'src/cli/main.ts',
  'src/commands/doctor.ts',
  'src/commands/runs/list.ts',
  'src/run/find-runs.ts',
  'src/run/runs-report.ts',
  'src/contract/generated/runs-list-result.ts',
  'src/contract/generated/doctor-result.ts',
  'src/report/human.ts',
  'src/provider/adapter/mock/mock.ts',
  'src/provider/adapter/analytic/analytic.ts',
  'src/provider/adapter/observer/observer.ts',
  'src/lab/adapter/learned.ts',
]

/**
 * Puts what starting needs into one chunk. A bundler that splits makes a chunk for every set of entry points that share a module:
 * some forty small files for one command, and linking so many costs Node more than running them. Here each entry point imports all of
 * STARTUP, so that those modules have one set of users. What stands apart stays as it is: importing the library loads no command, nor does
 * another program.
 *
 * `split` is the metafile of the same build without this plugin.
 */
export function oneStartupChunk(split: Metafile, apart: readonly string[]): BuildPlugin {
  const spared = new Set(apart.flatMap((entryPoint) => [...reachedFrom(entryPoint, split)]))
  const entryPoints = Object.values(split.outputs).flatMap(({entryPoint}) => entryPoint ?? [])
  const joined = new Set(
    entryPoints.filter((path) => path.startsWith('src/') && !spared.has(path)).map((path) => resolve(path)),
  )
  return {
    name: 'one-startup-chunk',
    setup({onResolve, onLoad}) {
      onResolve({filter: new RegExp(`^${NAME}$`)}, () => ({path: NAME, namespace: 'startup'}))
      onLoad({filter: /./, namespace: 'startup'}, () => ({contents: importsOf(STARTUP), resolveDir: resolve('.')}))
      onLoad({filter: /\.ts$/}, ({path}) =>
        joined.has(path) ? {contents: `import '${NAME}'\n${readFileSync(path, 'utf8')}`, loader: 'ts'} : undefined,
      )
    },
  }
}

function importsOf(paths: readonly string[]): string {
  return paths.map((path) => `import ${JSON.stringify(resolve(path))}`).join('\n')
}

/** The modules that importing this one loads at once. */
function reachedFrom(entry: string, {inputs}: Metafile): ReadonlySet<string> {
  const reached = new Set([entry])
  for (const path of reached) {
    for (const {path: next, kind} of inputs[path]?.imports ?? []) {
      if (kind !== 'dynamic-import') reached.add(next)
    }
  }
  return reached
}
