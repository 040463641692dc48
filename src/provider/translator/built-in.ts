import type {
  ActionTranslatorDocument,
  TranslatorEmit,
  TranslatorObserved,
  TranslatorSeen,
} from '#contract/generated/types'
import {RAW} from './raw-translator.ts'

/** Worlds whose actions are two numbers, as a body that moves in the plane has them. */
const PLANAR: readonly [string, ...string[]] = ['double-integrator', 'push-block', 'two-room']

const PROMPT: TranslatorSeen = {from: ['task']}
const SCENE_224: TranslatorSeen = {from: ['picture'], size: [224, 224]}
const CLOSE_224: TranslatorSeen = {from: ['picture'], size: [224, 224], camera: 'close'}

/** The first numbers of each step of a chunk, as a command; the rest of the body has no part in a plane. */
function firstTwo(path: string, leading: readonly number[]): [TranslatorEmit] {
  return [{kind: 'control', parameters: {u: {path, slice: [...leading, '$t', [0, 2]], clip: [-1, 1]}}}]
}

const time = (path: string, axis: number, most: number) => ({path, axis, take: [0, most]})

/** Frames as world models of pixels take them: float, channels first or last, batch and sample in front. */
function frames(from: 'picture' | 'goal_picture', more: TranslatorSeen): TranslatorSeen {
  return {from: [from], size: [224, 224], ...more}
}

const VIDEO_AXES = ['batch', 'time', 'height', 'width', 'channel'] as const
const SIX_AXES = ['batch', 'sample', 'time', 'height', 'width', 'channel'] as const

function worldModel(
  name: string,
  provider: string,
  observe: TranslatorObserved,
  actions: ActionTranslatorDocument['actions'],
): ActionTranslatorDocument {
  return {schema_version: 1, name, provider, worlds: [...PLANAR], observe, ...(actions && {actions})}
}

/**
 * Documents for the inputs that known servers declare, to start from. The names were read in upstream's own code: GR00T `examples/SO100/so100_config.py`, openpi
 * `droid_policy.py` and `libero_policy.py`, stable-worldmodel `wm/lewm/lewm.py` and `wm/prejepa/prejepa.py` (one moment: earlier ones need the blocks of actions
 * between them as well), LeRobot `utils/constants.py`, where the name of a camera is that of the data set. Those for cosmos-policy and jepa are what our adapters take.
 */
const DOCUMENTS: readonly ActionTranslatorDocument[] = [
  {
    schema_version: 1,
    name: 'cosmos-policy',
    provider: 'cosmos-policy',
    worlds: [...PLANAR],
    observe: {
      primary_image: SCENE_224,
      left_wrist_image: CLOSE_224,
      right_wrist_image: CLOSE_224,
      proprio: {from: ['observation'], pad: 14},
      task_description: PROMPT,
    },
    time: time('actions', 0, 8),
    emit: firstTwo('actions', []),
  },
  worldModel(
    'dino-wm',
    'leworldmodel',
    {
      pixels: frames('picture', {axes: [...SIX_AXES]}),
      goal: frames('goal_picture', {axes: [...SIX_AXES]}),
      proprio: {from: ['observation'], axes: ['batch', 'sample', 'time', 'entry']},
      goal_proprio: {from: ['goal'], axes: ['batch', 'sample', 'time', 'entry']},
      action: {from: ['past_actions'], axes: ['batch', 'sample', 'time', 'entry']},
    },
    {flatten: true},
  ),
  {
    schema_version: 1,
    name: 'gr00t-so100',
    provider: 'gr00t',
    worlds: [...PLANAR],
    observe: {
      video: {
        object: {
          front: {from: ['picture'], size: [256, 256], axes: [...VIDEO_AXES]},
          wrist: {from: ['picture'], size: [256, 256], camera: 'close', axes: [...VIDEO_AXES]},
        },
      },
      state: {
        object: {
          single_arm: {from: ['observation'], pad: 5, axes: ['batch', 'time', 'entry']},
          gripper: {const: {dtype: 'float32', shape: [1, 1, 1], fill: 0}},
        },
      },
      language: {object: {'annotation.human.task_description': {from: ['task'], shape: [1, 1]}}},
    },
    time: time('single_arm', 1, 8),
    emit: firstTwo('single_arm', [0]),
  },
  worldModel(
    'jepa-wm',
    'jepa',
    {
      observation: frames('picture', {
        dtype: 'float32',
        range: [0, 255],
        axes: ['batch', 'time', 'channel', 'height', 'width'],
      }),
      goal: frames('goal_picture', {
        dtype: 'float32',
        range: [0, 255],
        axes: ['batch', 'time', 'channel', 'height', 'width'],
      }),
    },
    undefined,
  ),
  {
    schema_version: 1,
    name: 'lerobot',
    provider: 'lerobot',
    worlds: [...PLANAR],
    observe: {
      'observation.images.top': {
        from: ['picture'],
        size: [96, 96],
        dtype: 'float32',
        axes: ['batch', 'channel', 'height', 'width'],
      },
      'observation.state': {from: ['observation'], axes: ['batch', 'entry']},
      task: PROMPT,
    },
    time: time('action', 1, 1),
    emit: firstTwo('action', [0]),
  },
  worldModel(
    'lewm',
    'leworldmodel',
    {
      pixels: frames('picture', {axes: [...SIX_AXES]}),
      goal: frames('goal_picture', {axes: [...SIX_AXES]}),
      action: {from: ['past_actions'], axes: ['batch', 'sample', 'time', 'entry']},
    },
    {flatten: true},
  ),
  {
    schema_version: 1,
    name: 'openpi-droid',
    provider: 'openpi',
    worlds: [...PLANAR],
    observe: {
      'observation/exterior_image_1_left': SCENE_224,
      'observation/wrist_image_left': CLOSE_224,
      'observation/joint_position': {from: ['observation'], pad: 7},
      'observation/gripper_position': {const: {dtype: 'float32', shape: [1], fill: 0}},
      prompt: PROMPT,
    },
    time: time('actions', 0, 8),
    emit: firstTwo('actions', []),
  },
  {
    schema_version: 1,
    name: 'openpi-libero',
    provider: 'openpi',
    worlds: [...PLANAR],
    observe: {
      'observation/image': SCENE_224,
      'observation/wrist_image': CLOSE_224,
      'observation/state': {from: ['observation'], pad: 8},
      prompt: PROMPT,
    },
    time: time('actions', 0, 5),
    emit: firstTwo('actions', []),
  },
]

/** Documents by what the command line calls them, such as `builtin:lewm`. */
export const BUILT_IN_DOCUMENTS: ReadonlyMap<string, ActionTranslatorDocument> = new Map(
  DOCUMENTS.map((document) => [`builtin:${document.name}`, document]),
)

/** Every translator that needs no file. */
export const BUILT_IN_NAMES: readonly string[] = [...BUILT_IN_DOCUMENTS.keys(), RAW].sort()

/** Those that are made for a provider. */
export function translatorsFor(provider: string): string[] {
  return [...BUILT_IN_DOCUMENTS].filter(([, document]) => document.provider === provider).map(([name]) => name)
}
