import type {TranslatorObserved, TranslatorSeen} from '#contract/generated/types'
import {AssayError, type Issue} from '#error/assay-error'
import {normIssues} from './norm.ts'
import {constant, PICTURES, TASK} from './observed.ts'

/** What a schema cannot say: every field is made in exactly one way, of things that go together. */
export function observedIssues(observed: TranslatorObserved, pointer = '/observe'): Issue[] {
  return Object.entries(observed).flatMap(([name, seen]) => {
    const place = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const ways = ['const', 'object', 'from'].filter((key) => Object.hasOwn(seen, key))
    if (ways.length !== 1) return [issue(place, 'value', 'needs exactly one of const, object and from')]
    if (seen.object !== undefined) return observedIssues(seen.object, `${place}/object`)
    return seen.from === undefined ? constIssues(seen, place) : fromIssues(seen, place)
  })
}

/** What a schema cannot say of the picture that is embedded, which is nothing but a picture. */
export function frameIssues(frame: TranslatorSeen | undefined): Issue[] {
  if (frame === undefined) return []
  if (frame.from?.length !== 1 || frame.from[0] !== 'picture') {
    return [issue('/frame', 'frame', 'needs from with picture alone')]
  }
  return fromIssues(frame, '/frame')
}

const OF_ALL = ['dtype', 'shape', 'axes', 'norm', 'history', 'every', 'repeat', 'flatten'] as const
const OF_NUMBERS = ['shape', 'pad', 'flatten'] as const
const OF_PICTURES = ['size', 'camera', 'channels', 'range'] as const
const OF_FLOATS = ['range', 'norm'] as const
const OF_TASKS = ['dtype', 'axes', 'norm', 'history', 'every', 'repeat', 'flatten', 'pad', ...OF_PICTURES] as const

function constIssues(seen: TranslatorSeen, place: string): Issue[] {
  const extra = [...OF_ALL, 'pad', ...OF_PICTURES] as const
  const issues = extra
    .filter((key) => seen[key] !== undefined)
    .map((key) => issue(`${place}/${key}`, 'from', 'goes with from only'))
  try {
    constant(seen.const)
    return issues
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    return [...issues, issue(`${place}/const`, 'tensor', error.message)]
  }
}

function fromIssues(seen: TranslatorSeen, place: string): Issue[] {
  const {from = [], axes} = seen
  const alone = from.find((name) => name === TASK || PICTURES.includes(name))
  if (alone !== undefined && from.length > 1) return [issue(`${place}/from`, 'from', `has something beside ${alone}`)]
  if (alone === TASK) return [...only(seen, OF_TASKS, place, 'does not go with a task'), ...sideIssues(seen, place)]
  const issues = [...normIssues(seen.norm, `${place}/norm`), ...axesIssues(seen, place)]
  if (axes && seen.shape) issues.push(issue(`${place}/shape`, 'axes', 'does not go with axes'))
  if (alone === undefined) {
    if (seen.dtype === 'uint8') issues.push(issue(`${place}/dtype`, 'dtype', 'is for pictures only'))
    if (seen.flatten !== undefined && from.join() !== 'past_actions')
      issues.push(issue(`${place}/flatten`, 'from', 'goes with past_actions alone'))
    return [...issues, ...only(seen, OF_PICTURES, place, 'goes with a picture only')]
  }
  const isBytes = (seen.dtype ?? 'uint8') === 'uint8'
  if (isBytes) issues.push(...only(seen, OF_FLOATS, place, 'goes with floats only: say a dtype'))
  if (alone === 'goal_picture') issues.push(...only(seen, ['history', 'every'], place, 'does not go with the goal'))
  return [...issues, ...only(seen, OF_NUMBERS, place, 'goes with numbers only')]
}

function sideIssues({shape = []}: TranslatorSeen, place: string): Issue[] {
  return shape.some((side) => side !== 1) ? [issue(`${place}/shape`, 'shape', 'has room for one text only')] : []
}

/** Every axis that is wanted must be there, and each other one must mean something. */
function axesIssues({from = [], axes, history = 1, repeat}: TranslatorSeen, place: string): Issue[] {
  const isPicture = PICTURES.includes(from[0] ?? '')
  const needed = isPicture ? ['height', 'width', 'channel'] : ['entry']
  const foreign = isPicture ? ['entry'] : ['height', 'width', 'channel']
  const given: readonly string[] = axes ?? (isPicture ? needed : ['time', 'entry'])
  const at = `${place}/axes`
  const issues = needed.filter((axis) => !given.includes(axis)).map((axis) => issue(at, 'axes', `lacks ${axis}`))
  issues.push(...foreign.filter((axis) => given.includes(axis)).map((axis) => issue(at, 'axes', `has ${axis}`)))
  if (history > 1 && !given.includes('time')) issues.push(issue(at, 'axes', 'lacks time for a history'))
  if (repeat && !given.includes('sample')) issues.push(issue(at, 'axes', 'lacks sample to repeat along'))
  return issues
}

function only(seen: TranslatorSeen, keys: readonly (keyof TranslatorSeen)[], place: string, message: string): Issue[] {
  return keys.filter((key) => seen[key] !== undefined).map((key) => issue(`${place}/${key}`, 'from', message))
}

function issue(pointer: string, rule: string, message: string): Issue {
  return {pointer, rule, message}
}
