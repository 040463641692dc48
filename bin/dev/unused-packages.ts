import {resolve} from 'node:path'
import type {Plugin as BuildPlugin} from 'esbuild'
import {ownCopy} from './built-in-modules.ts'

/** What stands for packages whose work nobody here ever asks for, and which every help text would load. */
const STAND_INS: Readonly<Record<string, string>> = {
  // Speaks only where DEBUG is set, which the binary deletes: oclif would print the whole command line.
  debug: 'module.exports = () => Object.assign(() => {}, {enabled: false, extend: () => module.exports()})',
  // oclif asks whether this Linux runs inside Windows; nothing here depends on it.
  'wsl-utils': 'export const isWsl = false\nexport const powerShellPath = async () => "powershell.exe"',
}

/**
 * All of undici that we ask for. The rest of it, which is fetch, caches, mocks and WebSockets, is a megabyte that whoever opens a connection would load.
 * As exports by name: a build that asks for another one fails.
 */
const UNDICI = [
  `export {default as Agent} from 'undici/lib/dispatcher/agent.js'`,
  `export {default as buildConnector} from 'undici/lib/core/connect.js'`,
].join('\n')
/** Our connections offer HTTP/1.1 alone; this part loads Node's HTTP/2 and half of its streams. */
const NO_HTTP_2 = 'module.exports = () => { throw new Error("HTTP/2 was never offered") }'

export const UNUSED_PACKAGES: BuildPlugin = {
  name: 'unused-packages',
  setup({onResolve, onLoad}) {
    onResolve({filter: /^(?:debug|wsl-utils)$/}, ({path, importer}) => ({
      path,
      namespace: 'stand-in',
      suffix: ownCopy(importer),
    }))
    onLoad({filter: /./, namespace: 'stand-in'}, ({path}) => ({contents: STAND_INS[path] ?? ''}))
    onResolve({filter: /^undici$/}, ({path, importer}) =>
      importer.includes('node_modules') ? undefined : {path, namespace: 'parts-of'},
    )
    onLoad({filter: /./, namespace: 'parts-of'}, () => ({contents: UNDICI, resolveDir: resolve('.')}))
    onLoad({filter: /node_modules\/undici\/lib\/dispatcher\/client-h2\.js$/}, () => ({contents: NO_HTTP_2}))
  },
}
