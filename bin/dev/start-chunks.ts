import {readFileSync} from 'node:fs'
import {resolve} from 'node:path'
import type {Plugin as BuildPlugin, Metafile} from 'esbuild'

/** What every command loads, and what the one that must start fastest loads to answer in human text. */
const EVERY_START = [
  'src/cli/main.ts',
  'src/commands/runs/list.ts',
  'src/run/find-runs.ts',
  'src/run/runs-report.ts',
  'src/contract/generated/runs-list-result.ts',
  'src/report/human.ts',
]
/** What looking at this machine loads beside that, and the providers that need nothing. */
const DOCTOR = [
  'src/commands/doctor.ts',
  'src/contract/generated/doctor-result.ts',
  'src/library/diagnose-machine.ts',
  'src/provider/health/check-health.ts',
  'src/provider/adapter/mock/mock.ts',
  'src/provider/adapter/analytic/analytic.ts',
  'src/provider/adapter/observer/observer.ts',
  'src/lab/adapter/learned.ts',
]
/** What keeping a run loads beside that: every format of a report stands in it. */
const RUN = [
  'src/measurement/conduct-measurement.ts',
  'src/compose/read-provenance.ts',
  'src/report/csv.ts',
  'src/report/html.ts',
  'src/report/junit.ts',
  'src/report/markdown.ts',
]
/** What an evaluation loads beside that, by a planner in closed loop: the suite that most begin with. */
const EVALUATION = [
  'src/commands/eval.ts',
  'src/contract/generated/eval-result.ts',
  'src/eval/eval-kind.ts',
  'src/eval/kit/make-episode-cells.ts',
  'src/eval/suite/closed-loop/closed-loop.ts',
]
/** Our sources. Packages follow whoever imports them. */
const OWN = /^src\/.*\.ts$/

export interface StartChunks {
  readonly plugin: BuildPlugin
  /** The files of a build with the plugin that hold what a start loads, those first that others import. */
  files(built: Metafile): string[]
}

/**
 * Puts what starting needs into few chunks. A bundler that splits makes a chunk for every set of entry points that share a module: some
 * sixty small files for one command, and linking so many costs Node more than running them. Here what is loaded together is a group, and
 * each entry point that needs any module of a group imports all of it, so that the whole group has one set of users. What `library` and `node`
 * reach is in groups of its own: importing the library loads no command, nor does another program. Of that one, what it loads later counts as well,
 * since each of its starts needs some, and all of it is in the first group.
 *
 * `split` is the metafile of the same build without this plugin.
 */
export function startChunks(split: Metafile, {library, node}: {library: string; node: string}): StartChunks {
  const ofNode = reachedFrom([node], split, true)
  const others = new Set([...reachedFrom([library], split), ...ofNode])
  const [every = [], ...more] = [EVERY_START, DOCTOR, RUN, EVALUATION].map((entries) => ownReachedFrom(entries, split))
  const known = new Set<string>()
  const groups = [[...every, ...more.flat().filter((path) => ofNode.has(path))], ...more].flatMap((wanted) => {
    const paths = [...new Set(wanted)].filter((path) => !known.has(path))
    for (const path of paths) known.add(path)
    const halves = [paths.filter((path) => others.has(path)), paths.filter((path) => !others.has(path))]
    return halves.filter((half) => half.length > 0)
  })
  const users = usersOf(groups, split)
  const groupOf = new Map(groups.flatMap((group, at) => group.map((path) => [resolve(path), at])))
  return {
    plugin: {
      name: 'start-chunks',
      setup({onResolve, onLoad}) {
        onResolve({filter: /^assay:start-\d$/}, ({path}) => ({path, namespace: 'start'}))
        // Each group has its own copy of the few names that it takes: shared, every built-in module would be a file to link.
        onResolve({filter: /^node:/}, ({path, kind, importer}) => {
          const at = kind === 'import-statement' ? groupOf.get(importer) : undefined
          return at === undefined ? undefined : {path, namespace: 'built-in-names', suffix: `?start-${at}`}
        })
        onLoad({filter: /./, namespace: 'start'}, ({path}) => ({
          contents: importsOf(groups[Number(path.at(-1))] ?? []),
          resolveDir: resolve('.'),
        }))
        onLoad({filter: /\.ts$/}, ({path}) => {
          const imports = users.get(path)?.map((at) => `import 'assay:start-${at}'\n`)
          return imports && {contents: `${imports.join('')}${readFileSync(path, 'utf8')}`, loader: 'ts'}
        })
      },
    },
    files: ({outputs}) =>
      groups.map((group) => {
        const files = Object.keys(outputs).filter((file) => group.some((path) => path in (outputs[file]?.inputs ?? {})))
        if (files.length !== 1) throw new Error(`what a start loads together lies in ${files.join(' and ')}`)
        return files[0] as string
      }),
  }
}

/** By entry point, which groups it imports. Whoever imports a group reaches what that imports. */
function usersOf(groups: readonly (readonly string[])[], split: Metafile): ReadonlyMap<string, readonly number[]> {
  const entryPoints = Object.values(split.outputs).flatMap(({entryPoint}) => entryPoint ?? [])
  const reached = groups.map((group) => reachedFrom(group, split))
  const touched = (paths: ReadonlySet<string>) =>
    groups.flatMap((group, at) => (group.some((path) => paths.has(path)) ? [at] : []))
  const used = (entryPoint: string) => {
    const own = touched(reachedFrom([entryPoint], split))
    return [...new Set([...own, ...own.flatMap((at) => touched(reached[at] ?? new Set()))])]
  }
  return new Map(
    entryPoints.filter((path) => path.startsWith('src/')).map((path) => [resolve(path), used(path).sort()]),
  )
}

function importsOf(paths: readonly string[]): string {
  return paths.map((path) => `import ${JSON.stringify(resolve(path))}`).join('\n')
}

function ownReachedFrom(entries: readonly string[], split: Metafile): string[] {
  return [...reachedFrom(entries, split)].filter((path) => OWN.test(path))
}

/** The modules that importing these loads at once, or with `isWhole` ever. */
function reachedFrom(entries: readonly string[], {inputs}: Metafile, isWhole = false): ReadonlySet<string> {
  const reached = new Set(entries)
  for (const path of reached) {
    for (const {path: next, kind} of inputs[path]?.imports ?? []) {
      if (isWhole || kind !== 'dynamic-import') reached.add(next)
    }
  }
  return reached
}
