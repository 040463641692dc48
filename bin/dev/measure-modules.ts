// Prints how many files of src/ command lines load in their own process, and in how many of those a function runs: what a reader has to follow.
// Of an evaluation also which functions called run… or evaluate… lie between the command and its first episode.
// Usage: measure-modules.ts [--list] [COMMAND LINE]
import {loadedBy, runningFunctions} from '../../test/support/loaded-modules.ts'

const USUAL = [
  'eval --suite closed-loop --provider analytic --env double-integrator --planner quick --n 1 --workers 1',
  'doctor',
  'runs list',
]
const isListing = process.argv.includes('--list')
const given = process.argv.slice(2).filter((word) => word !== '--list')
const lines = given.length > 0 ? [given] : USUAL.map((line) => line.split(' '))

for (const words of lines) {
  const {loaded, executed, callers, ended} = await loadedBy(words)
  if (isListing) for (const file of loaded) console.log(`${executed.includes(file) ? 'ran' : '   '}  ${file}`)
  console.log(`${words.join(' ')}: ${loaded.length} loaded, ${executed.length} executed (exit ${ended.code})`)
  const nested = runningFunctions(callers)
  if (nested.length > 0) console.log(`  ${nested.length} functions called run or evaluate: ${nested.join(' > ')}`)
}
