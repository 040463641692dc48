import {type CellsOf, type Course, lacking, notRun, type SuiteCells} from '../kit/course.ts'
import {environmentsFor, lackingFor, type Suite} from '../model/suite.ts'
import {loadSuiteOfKind} from './load-suite.ts'

/** Makes the cells of these suites, each for a provider in the environments that the provider supports and the suite takes. */
export async function loadCells(suites: readonly Pick<Suite, 'kind'>[]): Promise<CellsOf> {
  const kinds = [...new Set(suites.map(({kind}) => kind))]
  const shelf = {loadCatalogue, loadCells}
  const makers = new Map(
    await Promise.all(kinds.map(async (kind) => [kind, await (await loadSuiteOfKind(kind)).load(shelf)] as const)),
  )
  return (course) => makeCells(course, makers.get(course.suite.kind))
}

async function loadCatalogue() {
  const {SUITES, suitesNamed} = await import('./suites.ts')
  return {suites: Object.values(SUITES), suitesOf: suitesNamed}
}

function makeCells(course: Course, make: CellsOf | undefined): SuiteCells {
  const {suite, settings} = course
  if (make === undefined) throw new Error(`the cells of ${suite.name} were not loaded`)
  if (settings.only && settings.only.suite !== suite.name) return {ready: [], notRun: []}
  const environments = environmentsFor(suite, course.environments)
  const {needs} = suite
  const without = needs
    ? lackingFor(suite, course.environments).map(({id}) => notRun(course, {env: id, reason: needs.reason}))
    : []
  if (without.length > 0 && environments.length === 0) return {ready: [], notRun: without}
  const isElsewhere = environments.length === 0 && (suite.environments !== undefined || course.environments.length > 0)
  if (isElsewhere && !suite.isPlaceless) return lacking(course, 'needs_another_environment')
  if (environments.length === 0 && !suite.isPlaceless) return lacking(course, 'environment_unsupported')
  const made = make({...course, environments})
  return {...made, notRun: [...made.notRun, ...without]}
}
