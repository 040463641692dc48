import {AssayError} from '#error/assay-error'
import {Tensor} from '#world/tensor/tensor'
import type {PolicyRequest} from '../../model/provider.ts'
import {whatCame} from '../../model/value-check.ts'

const MODALITIES = ['video', 'state', 'language'] as const
/** How the wrapper for simulations names its fields, `video.front` or `annotation.human.task_description`. */
const FLAT = /^(video|state|language|annotation|task)(\.|$)/

/**
 * What every GR00T policy takes, whatever its robot: `video` uint8 (B, T, H, W, 3), `state` float32 (B, T, D), `language` lists of lists of texts; the
 * wrapper for simulations takes the same under flat names, which are not looked at. Throws `invalid_input`.
 * Source: `check_observation` in gr00t/policy/gr00t_policy.py of NVIDIA Isaac GR00T N1.6.
 */
export function checkObservation({info}: PolicyRequest): void {
  const nested = MODALITIES.filter((name) => Object.hasOwn(info, name) && isGroup(info[name]))
  if (nested.length === 0 && !Object.keys(info).some((name) => FLAT.test(name)))
    throw refused('has none of video, state and language')
  for (const modality of nested) {
    for (const [name, value] of Object.entries(info[modality] as object)) {
      const lack = LACKS[modality](value)
      if (lack !== undefined) throw refused(`has a ${modality}.${name} that is ${whatCame(value)}, not a ${lack}`)
    }
  }
}

const LACKS: Readonly<Record<(typeof MODALITIES)[number], (value: unknown) => string | undefined>> = {
  video: (value) => {
    const isVideo =
      value instanceof Tensor && value.dtype === 'uint8' && value.shape.length === 5 && value.shape[4] === 3
    return isVideo ? undefined : 'uint8 tensor of shape (batch, time, height, width, 3)'
  },
  state: (value) => {
    const isState = value instanceof Tensor && value.dtype === 'float32' && value.shape.length === 3
    return isState ? undefined : 'float32 tensor of shape (batch, time, values)'
  },
  language: (value) => {
    const isText = Array.isArray(value) && value.every((row) => Array.isArray(row) && row.every(isString))
    return isText ? undefined : 'list of lists of texts'
  },
}

function isGroup(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Tensor)
}

function isString(value: unknown): boolean {
  return typeof value === 'string'
}

function refused(what: string): AssayError {
  return new AssayError('invalid_input', `the observation ${what}`, {detail: {field: 'info'}})
}
