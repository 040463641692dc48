import type {ActionTranslatorDocument, TranslatorObserved, TranslatorSeen} from '#contract/generated/types'
import {AssayError, type Issue} from '#error/assay-error'
import {seedStream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import {PICTURES, TASK} from './observed.ts'
import {nameHint, unknownNames} from './seen-numbers.ts'
import {pictureLack} from './seen-picture.ts'
import type {Sighting} from './sight.ts'
import type {SightedTranslator} from './translator.ts'

/** Candidates of the rehearsal: more than one, so that what is repeated for each shows. */
const SAMPLES = 2

/** Why an environment cannot be shown as a translator says, as reasons of trials that are not run; undefined where it can. */
export function worldLack(
  {document, worlds}: Pick<SightedTranslator, 'document' | 'worlds'>,
  environment: Environment,
): string | undefined {
  if (worlds && !worlds.includes(environment.id)) return 'translator_other_world'
  const pictures = [...leaves(document?.observe), ...(document?.frame ? [['/frame', document.frame] as const] : [])]
  for (const [, {from: [first = ''] = []}] of pictures) {
    const lack = PICTURES.includes(first) ? pictureLack(first, {environment}) : undefined
    if (lack !== undefined) return lack
  }
  return undefined
}

/** What of a translator no trial in this environment can make: found by showing it a start, before anybody is called. */
export function fitIssues(shown: SightedTranslator, environment: Environment): Issue[] {
  const named = nameIssues(shown.document, environment)
  if (named.length > 0) return named
  const sight = rehearsal(environment)
  const {horizon, actionSize, block} = environment
  const values = new Float64Array(SAMPLES * horizon * actionSize)
  const parts: readonly (readonly [pointer: string, make: () => unknown])[] = [
    ['/observe', () => shown.observe?.(sight)],
    ['/frame', () => shown.frame?.(sight)],
    ['/actions', () => shown.candidates?.({values, samples: SAMPLES, horizon, actionSize, block})],
  ]
  return parts.flatMap(([pointer, make]) => faultOf(make, pointer, environment.id))
}

/** A start of the environment, the same each time. */
export function rehearsal(environment: Environment): Sighting {
  const start = environment.reset(seedStream(`assay/1|rehearsal|${environment.key}`), environment.strata[0])
  return {environment, now: {...start, step: 0}, candidates: SAMPLES}
}

/** The issue that something throws for a translator that does not fit, `where` it was tried. */
export function faultOf(make: () => unknown, pointer: string, where?: string): Issue[] {
  try {
    make()
    return []
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    return [{pointer, rule: 'fit', message: where === undefined ? error.message : `${error.message} (${where})`}]
  }
}

function nameIssues(document: ActionTranslatorDocument | undefined, environment: Environment): Issue[] {
  return leaves(document?.observe).flatMap(([pointer, {from = []}]) => {
    const [first = ''] = from
    if (first === TASK || PICTURES.includes(first)) return []
    return unknownNames(from, environment).map((name) => ({
      pointer: `${pointer}/from`,
      rule: 'name',
      message: `${environment.id} has no ${name}. ${nameHint(name, environment)}`,
    }))
  })
}

/** Every field that is made of something, with its place. */
function leaves(
  observed: TranslatorObserved | undefined,
  pointer = '/observe',
): (readonly [pointer: string, seen: TranslatorSeen])[] {
  return Object.entries(observed ?? {}).flatMap(([name, seen]) => {
    const place = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    return seen.object === undefined ? [[place, seen] as const] : leaves(seen.object, `${place}/object`)
  })
}
