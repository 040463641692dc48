import type {Plugin as BuildPlugin} from 'esbuild'
import {ownCopy} from './built-in-modules.ts'

/** What stands for packages whose work nobody here ever asks for, and which every help text would load. */
const STAND_INS: Readonly<Record<string, string>> = {
  // Speaks only where DEBUG is set, which the binary deletes: oclif would print the whole command line.
  debug: 'module.exports = () => Object.assign(() => {}, {enabled: false, extend: () => module.exports()})',
  // oclif asks whether this Linux runs inside Windows; nothing here depends on it.
  'wsl-utils': 'export const isWsl = false\nexport const powerShellPath = async () => "powershell.exe"',
}

export const UNUSED_PACKAGES: BuildPlugin = {
  name: 'unused-packages',
  setup({onResolve, onLoad}) {
    onResolve({filter: /^(?:debug|wsl-utils)$/}, ({path, importer}) => ({
      path,
      namespace: 'stand-in',
      suffix: ownCopy(importer),
    }))
    onLoad({filter: /./, namespace: 'stand-in'}, ({path}) => ({contents: STAND_INS[path] ?? ''}))
  },
}
