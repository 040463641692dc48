import {editDistance} from '#error/nearest'

/** What people of other tools type, and what it is called here. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  add: ['generate'],
  archive: ['bundle'],
  bench: ['benchmark'],
  cat: ['show'],
  check: ['verify', 'validate'],
  clean: ['cleanup'],
  create: ['init', 'generate'],
  delete: ['cleanup', 'remove'],
  describe: ['info', 'show'],
  diagnose: ['doctor'],
  diff: ['compare'],
  drill: ['drills'],
  evaluate: ['eval'],
  evaluation: ['eval'],
  export: ['bundle'],
  fault: ['drills'],
  get: ['show', 'info'],
  latest: ['show'],
  lint: ['validate'],
  load: ['benchmark'],
  log: ['show'],
  logs: ['show'],
  ls: ['list'],
  new: ['init', 'generate'],
  open: ['show'],
  perf: ['benchmark'],
  ping: ['health'],
  prune: ['cleanup'],
  publish: ['bundle'],
  report: ['show'],
  result: ['show'],
  rm: ['cleanup', 'remove'],
  start: ['quickstart'],
  test: ['eval'],
  verify: ['check'],
  version: ['--version'],
  view: ['show'],
  zip: ['bundle'],
}
const MOST = 4
/** A word of another tool is worth a little less than the word itself. */
const MEANT_COST = 0.5

interface Rated {
  readonly name: string
  readonly matched: number
  readonly left: number
  readonly cost: number
}

/**
 * The commands that these words may mean: those whose last word is among them, in any order, mistyped by little, in the plural or as other tools
 * call it. Where the first word is a topic, only what belongs to it. Equally good ones, at most four; none where nothing is near.
 */
export function nearCommands(typed: readonly string[], known: readonly string[]): string[] {
  const topic = nearTopic(typed, known)
  const within = topic !== undefined && typed.length > 1 ? known.filter((name) => name.startsWith(`${topic} `)) : known
  const rated = within.flatMap((name) => rate(name, typed) ?? []).sort(byWorth)
  const [best] = rated
  return rated
    .filter((one) => best !== undefined && byWorth(one, best) === 0)
    .map(({name}) => name)
    .slice(0, MOST)
}

/** The first word where it is a topic, as it is called here. */
export function nearTopic([first = '']: readonly string[], known: readonly string[]): string | undefined {
  const names = known.filter((name) => name.includes(' ')).map((name) => name.split(' ')[0] ?? '')
  return names.find((name) => name === first || isPlural(name, first))
}

function rate(name: string, typed: readonly string[]): Rated | undefined {
  const words = name.split(' ')
  const costs = words.map((word) => Math.min(...typed.map((one) => costOf(one, word))))
  if (costs.at(-1) === Number.POSITIVE_INFINITY) return undefined
  const matched = costs.filter((cost) => cost < Number.POSITIVE_INFINITY)
  return {
    name,
    matched: matched.length,
    left: words.length - matched.length,
    cost: matched.reduce((sum, cost) => sum + cost, 0),
  }
}

/** More words that were meant, fewer that were not typed, less mistyped. */
function byWorth(one: Rated, other: Rated): number {
  return other.matched - one.matched || one.left - other.left || one.cost - other.cost
}

function costOf(typed: string, word: string): number {
  if (typed === word || isPlural(word, typed)) return 0
  const meant = Object.hasOwn(MEANT, typed) ? (MEANT[typed] ?? []) : []
  if (meant.includes(word)) return MEANT_COST
  const distance = editDistance(typed, word)
  if (distance <= Math.max(1, Math.floor(typed.length / 3)) && typed.length > 2) return distance
  return typed.length > 2 && word.startsWith(typed) ? 1 : Number.POSITIVE_INFINITY
}

function isPlural(one: string, other: string): boolean {
  return `${one}s` === other || `${other}s` === one
}
