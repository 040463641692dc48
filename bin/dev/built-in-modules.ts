import {isBuiltin} from 'node:module'
import type {Plugin as BuildPlugin} from 'esbuild'

const NAME = /^[a-z][\w$]*$/i

/**
 * Built-in modules as properties of what Node hands out. An import, and a require as well, makes Node list all exports of the
 * module, which loads streams, promises and more that most commands never touch. Only names that are used stay in the bundle.
 */
export const BUILT_IN: BuildPlugin = {
  name: 'built-in',
  setup({onResolve, onLoad}) {
    onResolve({filter: /^[a-z:_/]+$/}, ({path, kind, importer}) => {
      if (!isBuiltin(path) || kind === 'dynamic-import') return undefined
      // What one importer takes as a whole, all that share the module would wait for.
      const isOurs = kind === 'import-statement' && !importer.includes('node_modules')
      const name = path.replace(/^(node:)?/, 'node:')
      return isOurs
        ? {path: name, namespace: 'built-in-names'}
        : {path: name, namespace: 'built-in', suffix: ownCopy(importer)}
    })
    onLoad({filter: /.*/, namespace: 'built-in'}, ({path}) => ({
      contents: `module.exports = process.getBuiltinModule('${path}')`,
    }))
    onLoad({filter: /.*/, namespace: 'built-in-names'}, ({path}) => ({contents: namesOf(path)}))
  },
}

/** Makes what a package requires its own: shared between packages, each such line would be a file that starts have to link. */
export function ownCopy(importer: string): string {
  const [, name = ''] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(importer) ?? []
  return `?${name}`
}

/** What our sources import from a built-in module by name; they import none as a whole. */
function namesOf(path: string): string {
  const whole: Readonly<Record<string, unknown>> = {...process.getBuiltinModule(path)}
  const names = Object.keys(whole).filter((name) => NAME.test(name) && name !== 'default')
  // Functions that answer later can wait for their module until they are called: it loads streams.
  const canWait = (name: string) => path.endsWith('/promises') && typeof whole[name] === 'function'
  return [
    `let loaded\nconst load = () => (loaded ??= process.getBuiltinModule('${path}'))`,
    ...names.map((name) => {
      const value = canWait(name)
        ? `(...given) => load().${name}(...given)`
        : `/* @__PURE__ */ (() => load().${name})()`
      return `const own_${name} = ${value}\nexport {own_${name} as ${name}}`
    }),
  ].join('\n')
}
