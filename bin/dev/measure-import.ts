// What `import 'assay'` costs: files loaded, packages among them, and the time of a fresh process over that of an empty one.
// With a path, another door is measured: `node bin/dev/measure-import.ts dist/index.js`.
import {spawnSync} from 'node:child_process'
import {resolve} from 'node:path'
import {pathToFileURL} from 'node:url'

const ROUNDS = 15
const door = pathToFileURL(resolve(process.argv[2] ?? 'src/index.ts')).href
const COUNT = `
  const {registerHooks} = process.getBuiltinModule('node:module')
  const seen = new Set()
  registerHooks({load: (url, context, next) => (seen.add(url), next(url, context))})
  await import('${door}')
  console.log(JSON.stringify([...seen].filter((url) => url.startsWith('file:'))))`

const loaded: string[] = JSON.parse(run(COUNT).stdout)
const packages = loaded.flatMap((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? [])
console.log(`files: ${loaded.length}; packages: ${[...new Set(packages)].join(', ') || 'none'}`)
const [bareMs, importMs] = [median('0'), median(`await import('${door}')`)]
console.log(
  `import: ${(importMs - bareMs).toFixed(1)} ms over an empty process of ${bareMs.toFixed(1)} ms, median of ${ROUNDS}`,
)

function run(code: string) {
  return spawnSync(process.execPath, ['--input-type=module', '-e', code], {encoding: 'utf8'})
}

function median(code: string): number {
  const times = Array.from({length: ROUNDS}, () => {
    const from = performance.now()
    run(code)
    return performance.now() - from
  })
  return times.sort((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN
}
