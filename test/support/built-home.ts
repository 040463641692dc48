import {join} from 'node:path'
import {builtPackage} from '../../bin/dev/built-package.ts'

/** The package as it ships, built of the sources as they are. Whoever runs all files has made it before and says where. */
export const BUILT_HOME = process.env['ASSAY_TEST_BUILT'] ?? builtPackage()

/** What a process is told that shall say which of its code ran. */
export const TOLD = Object.fromEntries(
  ['NODE_V8_COVERAGE', 'NODE_DISABLE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  }),
)

/** Coverage is counted in the sources; else what ships costs less than half to start. */
const COUNTED_HOME = TOLD['NODE_V8_COVERAGE'] === undefined ? BUILT_HOME : join(import.meta.dirname, '..', '..')

/** The node whose own tests count what it runs. */
export const HOSTNODE = join(COUNTED_HOME, 'bin', 'hostnode.js')

/** The launcher of a release of the node as it ships, such as `1.0.2-leak`. */
export function releaseProgram(release: string): string {
  return join(BUILT_HOME, 'fixtures', 'hostnode', 'releases', `${release}.mjs`)
}
