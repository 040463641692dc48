import {readFileSync} from 'node:fs'
import type {Plugin as BuildPlugin} from 'esbuild'
import {type Program, Visitor} from 'oxc-parser'
import {type Insertion, insertCode} from './insert-code.ts'

const LAZY = `const __lazy = (load) => {
  let loaded
  return new Proxy({}, {get: (_, name) => (loaded ??= load())[name], has: (_, name) => name in (loaded ??= load())})
}`

const LISTENING = "process.stdout.on('error', (err) => {"

/**
 * oclif requires all it ever uses at its top: help, themes, globbing, spinners. Each such require waits here until its module is
 * first touched, which halves the time oclif takes to load.
 */
export const LAZY_OCLIF: BuildPlugin = {
  name: 'lazy-oclif',
  setup({onLoad}) {
    onLoad({filter: /node_modules\/@oclif\/core\/lib\/.*\.js$/}, ({path}) => ({
      contents: `${LAZY}\n${insertCode(withoutListener(path), waitingRequires)}`,
      loader: 'js',
    }))
  },
}

/**
 * What a module of oclif holds, without the listener that it lays on standard output where it is loaded: in a bundle that is done for whoever calls the
 * library as well, whose own stream it is. The command line has a listener of its own.
 */
function withoutListener(path: string): string {
  const source = readFileSync(path, 'utf8')
  const [before, after, ...more] = source.split(LISTENING)
  if (!/core\/lib\/command\.js$/.test(path)) return source
  if (after === undefined || more.length > 0) throw new Error(`${path} listens to standard output in another way`)
  return `${before}void ((err) => {${after}`
}

/** Around each top-level `const name = require(…)` whose module is touched through its properties alone: nothing else can stand in for it. */
function waitingRequires(program: Program): Insertion[] {
  const uses = usesIn(program)
  return program.body.flatMap((statement) => {
    if (statement.type !== 'VariableDeclaration' || statement.kind !== 'const') return []
    return statement.declarations.flatMap(({id, init}): Insertion[] => {
      if (id.type !== 'Identifier' || init?.type !== 'CallExpression' || !isRequire(init)) return []
      const {all = 0, asObject = 0} = uses.get(id.name) ?? {}
      if (all !== asObject + 1) return []
      return [
        {at: init.start, code: '__lazy(() => '},
        {at: init.end, code: ')'},
      ]
    })
  })
}

type Call = {readonly callee: unknown; readonly arguments: readonly unknown[]}

/** `require('…')`, bare or in the helper that TypeScript puts around one. */
function isRequire({callee, arguments: [first]}: Call): boolean {
  const {name = ''} = callee as {name?: string}
  if (name === 'require') return true
  return name.startsWith('__import') && (first as {type?: string}).type === 'CallExpression' && isRequire(first as Call)
}

/** How often each name stands in the source, and how often of those as the object whose property is taken. */
function usesIn(program: Program): Map<string, {all: number; asObject: number}> {
  const uses = new Map<string, {all: number; asObject: number}>()
  const countOf = (name: string) => {
    const count = uses.get(name) ?? {all: 0, asObject: 0}
    uses.set(name, count)
    return count
  }
  new Visitor({
    Identifier: ({name}) => void countOf(name).all++,
    MemberExpression: ({object}) => {
      if (object.type === 'Identifier') countOf(object.name).asObject++
    },
  }).visit(program)
  return uses
}
