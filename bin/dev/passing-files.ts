import {globSync, readFileSync} from 'node:fs'
import {basename, join} from 'node:path'
import {type Directive, type Statement as OwnStatement, parseSync} from 'oxc-parser'

type Statement = OwnStatement | Directive

/** What a file of a build passes on of one script, by the names under which it exports it. */
export interface Passing {
  readonly script: string
  readonly names: Readonly<Record<string, string>>
}

/**
 * The chunks that hold nothing of their own: entry points whose modules lie in the scripts `files`. Whoever runs in one of these has the other's
 * exports without linking a file: each costs a start a millisecond. By the name that chunks import them by.
 */
export function passingFiles(folder: string, files: readonly string[], banner: string): Map<string, Passing> {
  const scripts = new Set(files.map((file) => basename(file)))
  const found = globSync('*.js', {cwd: folder}).flatMap((name): [string, Passing][] => {
    const text = readFileSync(join(folder, name), 'utf8').replace(banner, '')
    const passing = scripts.has(name) || text.length > LONGEST ? undefined : passingOf(name, text, scripts)
    return passing ? [[`./${name}`, passing]] : []
  })
  return new Map(found)
}

/** Most files of a build are long, and none of those only passes on. */
const LONGEST = 2_000

function passingOf(name: string, text: string, scripts: ReadonlySet<string>): Passing | undefined {
  const {program, errors} = parseSync(name, text)
  if (errors.length > 0) throw new Error(`${name} cannot be parsed`)
  const given = new Map(program.body.flatMap((node) => takenBy(node, scripts)))
  const exported = program.body.flatMap((node) => (node.type === 'ExportNamedDeclaration' ? node.specifiers : []))
  const passed = exported.map(({local, exported}) => ({as: nameOf(exported), from: given.get(nameOf(local))}))
  const sources = new Set(passed.map(({from}) => from?.script))
  const [script] = sources
  const isMore = program.body.some(
    (node) => !/^(Import|ExportNamed)Declaration$/.test(node.type) || takesMore(node, scripts),
  )
  if (isMore || script === undefined || sources.size !== 1) return undefined
  return {
    script: script.replace(/\.js$/, '.cjs'),
    names: Object.fromEntries(passed.map(({as, from}) => [as, from?.name ?? ''])),
  }
}

/** What an import takes of a script, by its name in the file. */
function takenBy(node: Statement, scripts: ReadonlySet<string>): [string, {script: string; name: string}][] {
  if (node.type !== 'ImportDeclaration' || !scripts.has(basename(node.source.value))) return []
  const script = basename(node.source.value)
  return node.specifiers.flatMap((taken): [string, {script: string; name: string}][] =>
    taken.type === 'ImportSpecifier' ? [[taken.local.name, {script, name: nameOf(taken.imported)}]] : [],
  )
}

/** Whether a statement holds something of the file's own, or names from elsewhere. */
function takesMore(node: Statement, scripts: ReadonlySet<string>): boolean {
  if (node.type === 'ExportNamedDeclaration') return node.source !== null || node.declaration !== null
  return node.type === 'ImportDeclaration' && node.specifiers.length > 0 && !scripts.has(basename(node.source.value))
}

function nameOf(node: {type: string; name?: string}): string {
  return node.name ?? ''
}
