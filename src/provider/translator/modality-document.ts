import type {
  ActionTranslatorDocument,
  ProviderDetected,
  TranslatorObserved,
  TranslatorValue,
} from '#contract/generated/types'

type Modalities = NonNullable<ProviderDetected['modalities']>

type Moments = Pick<Modalities[string], 'steps' | 'every'>

type Moves = Pick<ActionTranslatorDocument, 'expects' | 'worlds' | 'time' | 'emit'>

const ONE_MOMENT: Moments = {steps: 1}
const VIDEO_AXES = ['batch', 'time', 'height', 'width', 'channel'] as const
/** Numbers of a state by its name; a configuration tells none. Source: NVIDIA/Isaac-GR00T, the arm of an SO-100 and places that are told number by number. */
const SIZES: ReadonlyMap<string, number> = new Map([
  ['single_arm', 5],
  ...['pad', 'pitch', 'roll', 'rw', 'rx', 'ry', 'rz', 'x', 'y', 'yaw', 'z'].map((key) => [key, 1] as const),
])
const SIZE_IN_NAME = /_([1-9]\d?)d$/
/** A gripper may have two fingers. */
const USUAL_GRIPPER = 1
/** How far a walker of `two-room` goes under a command of 1. */
const STEP = 0.06
/** Any JSON may stand there; the type of the schema knows objects only. */
const FLOOR = 0 as never
const GUESS = 7
const MOST_STEPS = 8
/** Longer histories than a document can tell are refused by the schema; a policy of a robot has a few moments. */
const MOST_HISTORY = 64

/** Why no document can be made of a configuration; undefined where one can. A server without cameras is shown its states alone. */
export function modalityLack({video, state, action}: Modalities): string | undefined {
  if (!action?.keys.length) return 'no part of an action'
  if (!video?.keys.length && !state?.keys.length) return 'neither a camera nor a state'
  const most = Math.max(video?.steps ?? 1, state?.steps ?? 1)
  return most > MOST_HISTORY ? `${most} moments of a history, more than the ${MOST_HISTORY} of a document` : undefined
}

/** States whose size is guessed: nothing tells it. */
export function guessedStates({state}: Modalities): string[] {
  const keys = state?.keys ?? []
  return keys.filter((key) => knownSize(key) === undefined && !(key === 'gripper' && keys.includes('single_arm')))
}

/**
 * What a GR00T server takes, from its own modality configuration: every camera, state and prompt by the server's names; the first part of the body that is no gripper
 * moves the body of a world in the plane. `isWrapped`: as the wrapper for simulations takes it, under flat names. Undefined where `modalityLack` finds one. Source: `Gr00tSimPolicyWrapper` in gr00t/policy/gr00t_policy.py of NVIDIA Isaac GR00T N1.6.
 */
export function modalityDocument(
  modalities: Modalities,
  {isWrapped = false}: {readonly isWrapped?: boolean} = {},
): ActionTranslatorDocument | undefined {
  const {video, state, language, action} = modalities
  const part = action?.keys.find((key) => !key.includes('gripper')) ?? action?.keys[0]
  if (modalityLack(modalities) !== undefined || !action || part === undefined) return undefined
  const nameOf = (key: string) => (isWrapped ? `action.${key}` : key)
  return {
    schema_version: 1,
    name: 'gr00t-of-server',
    provider: 'gr00t',
    observe: {
      ...group(
        'video',
        each(video?.keys ?? [], (key) => camera(key, video ?? ONE_MOMENT)),
        isWrapped,
      ),
      ...group(
        'state',
        each(state?.keys ?? [], (key) => numbers(key, state ?? ONE_MOMENT)),
        isWrapped,
      ),
      // The wrapper takes a text an entry of the batch, under the name of the prompt alone.
      ...(isWrapped
        ? each(language?.keys ?? [], () => ({from: ['task'], shape: [1]}))
        : group(
            'language',
            each(language?.keys ?? [], () => ({from: ['task'], shape: [1, 1]})),
            false,
          )),
    },
    ...(action.keys.includes('x') && action.keys.includes('y')
      ? byPlace(action.steps, nameOf)
      : byPart(nameOf(part), action.steps)),
  }
}

function group(name: string, fields: TranslatorObserved, isFlat: boolean): TranslatorObserved {
  if (Object.keys(fields).length === 0) return {}
  if (!isFlat) return {[name]: {object: fields}}
  return Object.fromEntries(Object.entries(fields).map(([key, seen]) => [`${name}.${key}`, seen]))
}

/** The first two numbers of a part are the command, for several steps of a chunk. */
function byPart(path: string, steps: number): Moves {
  return {
    expects: promised([path], steps),
    worlds: ['double-integrator', 'push-block', 'two-room'],
    time: {path, axis: 1, take: [0, Math.min(steps, MOST_STEPS)]},
    emit: [{kind: 'control', parameters: {u: {path, slice: [0, '$t', [0, 2]], clip: [-1, 1]}}}],
  }
}

/** Parts of one number each: how far to go from where the walker is shown, so one step a chunk. */
function byPlace(steps: number, nameOf: (key: string) => string): Moves {
  const ahead = (axis: 'x' | 'y'): TranslatorValue => ({
    path: nameOf(axis),
    at: [0, '$t', 0],
    scale: STEP,
    plus: [`walker.${axis}`],
  })
  const target = {object: {x: ahead('x'), y: ahead('y'), z: {const: FLOOR}}}
  return {
    expects: promised([nameOf('x'), nameOf('y')], steps),
    worlds: ['two-room'],
    time: {path: nameOf('x'), axis: 1, take: [0, 1]},
    emit: [{kind: 'move_to', parameters: {target}}],
  }
}

/** Chunks are as long as the configuration says; how many numbers a part has it does not say. */
function promised(paths: readonly string[], steps: number): NonNullable<ActionTranslatorDocument['expects']> {
  return Object.fromEntries(paths.map((path) => [path, [1, steps, null]]))
}

function each(keys: readonly string[], seen: (key: string) => TranslatorObserved[string]): TranslatorObserved {
  return Object.fromEntries(keys.map((key) => [key, seen(key)]))
}

/** A camera at a hand sees what is moved from close by. */
function camera(key: string, moments: Moments): TranslatorObserved[string] {
  const isClose = /wrist|hand|gripper/.test(key)
  return {
    from: ['picture'],
    size: [256, 256],
    ...(isClose && {camera: 'close'}),
    axes: [...VIDEO_AXES],
    ...historyOf(moments),
  }
}

/** A state too small for a place in the plane stays zero. */
function numbers(key: string, moments: Moments): TranslatorObserved[string] {
  const size = knownSize(key) ?? (key.includes('gripper') ? USUAL_GRIPPER : GUESS)
  if (size < 2) return {const: {dtype: 'float32', shape: [1, moments.steps, size], fill: 0}}
  return {from: ['observation'], pad: size, axes: ['batch', 'time', 'entry'], ...historyOf(moments)}
}

function historyOf({steps, every = 1}: Moments): Pick<TranslatorObserved[string], 'history' | 'every'> {
  return steps === 1 ? {} : {history: steps, ...(every > 1 && {every})}
}

/** A size may stand in the name, as in `eef_9d`. */
function knownSize(key: string): number | undefined {
  const [, told] = SIZE_IN_NAME.exec(key) ?? []
  return SIZES.get(key) ?? (told === undefined ? undefined : Number(told))
}
