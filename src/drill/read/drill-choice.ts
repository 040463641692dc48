import {AssayError} from '#error/assay-error'
import {gatherMistakes, type InputCheck} from '#error/collect-mistakes'
import {nearestNames, nearestQuestion} from '#error/nearest'
import type {DrillRequest} from '../model/drill-options.ts'
import type {LoadedDrill} from './load-drill.ts'

/** What runs where nobody chooses: the drills of the operations contract. */
export const CORE = 'core'

/** The drills that were asked for, each once, in the order of the catalogue; own files behind it. Where they are held and not only told, `all` leaves out those on nodes of somebody's. Throws `drill_unknown`, `drill_invalid`. */
export function chosenDrills(
  request: Pick<DrillRequest, 'drills' | 'tags' | 'all'>,
  catalogue: readonly LoadedDrill[],
  own: readonly LoadedDrill[],
  isOnlyTold = false,
): LoadedDrill[] {
  const {drills = [], tags = [], all = false} = request
  const wantsCore = !all && drills.length === 0 && tags.length === 0 && own.length === 0
  const wanted = wantsCore ? [CORE] : tags
  gatherMistakes(choiceChecks({drills, tags: wanted}, catalogue))
  const chosen = catalogue.filter(
    ({drill}) =>
      (all && (isOnlyTold || drill.target.kind !== 'nodes')) ||
      drills.some((name) => name === drill.id || name.toUpperCase() === drill.number) ||
      (drill.tags ?? []).some((tag) => wanted.includes(tag)),
  )
  const together = [...chosen, ...own]
  const twice = together.find(({drill}, at) => together.findIndex((other) => other.drill.id === drill.id) < at)
  if (twice === undefined) return together
  throw new AssayError('drill_invalid', `two drills have the id ${twice.drill.id}`, {hint: 'Give yours another id.'})
}

/** Whether there is what is named: a mistake for each name. Whoever types a command that there is not hears of that alone. */
export function choiceChecks(
  {drills = [], tags = []}: Pick<DrillRequest, 'drills' | 'tags'>,
  catalogue: readonly LoadedDrill[],
): InputCheck[] {
  const names = catalogue.flatMap(({drill}) => [drill.id, drill.number ?? drill.id])
  const known = catalogue.flatMap(({drill}) => drill.tags ?? [])
  const [first = ''] = drills
  if (NO_COMMANDS.has(first) && !names.includes(first))
    return [{key: first, check: () => demandNoCommand(drills, names)}]
  return [
    ...drills.map((name) => ({key: name, check: () => demandKnown(name, names, 'drill')})),
    ...tags.map((tag) => ({key: tag, check: () => demandKnown(tag, known, 'tag')})),
  ]
}

/** Words that are subcommands in other tools, typed before the names. */
const NO_COMMANDS: ReadonlySet<string> = new Set(['run', 'start', 'exec', 'test'])

/** Refuses a word that looks like a subcommand, and says how drills are run. */
function demandNoCommand([first = '', ...others]: readonly string[], known: readonly string[]): never {
  const named = others.filter((name) => known.includes(name) || known.includes(name.toUpperCase()))
  throw new AssayError('drill_unknown', 'there is no drill of this name: drills are run by their names alone', {
    given: first,
    hint: ['assay drills', ...named].join(' '),
  })
}

function demandKnown(name: string, known: readonly string[], what: 'drill' | 'tag'): void {
  if (known.includes(name) || (what === 'drill' && known.includes(name.toUpperCase()))) return
  const hint = nearestQuestion(nearestNames(name, [...new Set(known)]))
  throw new AssayError('drill_unknown', `there is no ${what} of this name`, {
    given: name,
    ...(hint !== undefined && {hint}),
  })
}
