import {expandBraces} from './expand-braces.ts'
import {classEnd, matchesName, type NamePattern, parseName} from './name-pattern.ts'
import type {PatternFault} from './pattern-fault.ts'

/** `**`: any number of folders, none included. */
const ANY_FOLDERS = '**'

/** One way through folders to a file: a pattern for each name. */
type PatternRoute = readonly (NamePattern | typeof ANY_FOLDERS)[]

/** What a pattern for files below a folder means: every way its braces allow. */
export interface FilePattern {
  readonly routes: readonly PatternRoute[]
}

const LONGEST = 200

/** Whether a file below the folder matches, in time bounded by the product of both lengths. */
export function matchesPattern({routes}: FilePattern, path: string): boolean {
  const names = path.split('/')
  return routes.some((route) => {
    let places = closed(route, new Set([0]))
    for (const [at, name] of names.entries()) places = after(route, places, {name, isLast: at === names.length - 1})
    return places.has(route.length)
  })
}

/** Whether files below a folder may match. */
export function leadsInto({routes}: FilePattern, folder: string): boolean {
  return routes.some((route) => {
    let places = closed(route, new Set([0]))
    for (const name of folder.split('/')) places = after(route, places, {name, isLast: false})
    return [...places].some((at) => at < route.length)
  })
}

/** What may match, in patterns that no matcher can take long for: at most one star a name, at most one `**`. */
export function coarsePatterns({routes}: FilePattern): string[] {
  return [...new Set(routes.map((route) => coarseRoute(route)))]
}

function coarseRoute(route: PatternRoute): string {
  const [first, last] = [route.indexOf(ANY_FOLDERS), route.lastIndexOf(ANY_FOLDERS)]
  const kept = first === last ? route : [...route.slice(0, first), ...route.slice(last)]
  return kept.map((part) => (part === ANY_FOLDERS ? part : coarseName(part))).join('/')
}

function coarseName({text}: NamePattern): string {
  if (/^[\w.-]*\*?[\w.-]*$/.test(text)) return text
  return text.startsWith('.') ? '.*' : '*'
}

/** Where a name leads from the places in a route that were reached. */
function after(
  route: PatternRoute,
  places: ReadonlySet<number>,
  {name, isLast}: {readonly name: string; readonly isLast: boolean},
): Set<number> {
  const next = new Set<number>()
  for (const at of places) {
    const part = route[at]
    if (part === undefined) continue
    if (part !== ANY_FOLDERS) {
      if (matchesName(part, name)) next.add(at + 1)
    } else if (!name.startsWith('.')) next.add(isLast && at === route.length - 1 ? at + 1 : at)
  }
  return isLast ? next : closed(route, next)
}

/** With the places behind a `**` that takes no folder. */
function closed(route: PatternRoute, places: Set<number>): Set<number> {
  for (const at of places) if (route[at] === ANY_FOLDERS && at < route.length - 1) places.add(at + 1)
  return places
}

/**
 * Reads `*`, `?`, `[a-z]`, `{a,b}` and `**`. No pattern can cost much: what is written as braces is counted before it is spelt out, and nothing
 * here is ever made into a regular expression. Stricter than needed about the way upwards: two dots are refused wherever they stand.
 */
export function parseFilePattern(pattern: string): FilePattern | PatternFault {
  const fault = faultIn(pattern)
  if (fault) return fault
  const spelt = expandBraces(pattern)
  if ('message' in spelt) return spelt
  const routes: PatternRoute[] = []
  for (const text of spelt.texts) {
    const names = text.replace(/^(?:\.\/)+/, '').split('/')
    if (names.some((name) => name === '' || name === '.')) {
      return {at: 0, message: 'must name files: no part between two slashes may be empty or a single dot'}
    }
    routes.push(routeOf(names))
  }
  return {routes}
}

const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/^[/~!]/, 'must be relative and must not be negated'],
  [/\.\./, 'must not contain two dots in a row'],
  [/\\/, 'must not contain a backslash'],
  [/[?*+@!]\(/, 'must not hold a group such as +(…): say {a,b}'],
]

function faultIn(pattern: string): PatternFault | undefined {
  if (pattern === '' || pattern.length > LONGEST) return {at: 0, message: `must have 1 to ${LONGEST} characters`}
  for (const [what, message] of FORBIDDEN) {
    const at = pattern.search(what)
    if (at >= 0) return {at, message}
  }
  return unclosedClass(pattern)
}

function unclosedClass(pattern: string): PatternFault | undefined {
  for (let at = pattern.indexOf('['); at >= 0; ) {
    const end = classEnd(pattern, at)
    const inside = pattern.slice(at + 1, end)
    if (end === at) return {at, message: 'has a [ that is never closed'}
    if (/[/{},]/.test(inside)) return {at, message: 'must not hold a slash, a comma or a brace between brackets'}
    at = pattern.indexOf('[', end + 1)
  }
  return undefined
}

/** Folders any number of times twice over are the same once. */
function routeOf(names: readonly string[]): PatternRoute {
  const kept = names.filter((name, at) => name !== ANY_FOLDERS || names[at - 1] !== ANY_FOLDERS)
  return kept.map((name) => (name === ANY_FOLDERS ? ANY_FOLDERS : parseName(name)))
}
