import {AssayError} from '#error/assay-error'

/** What a model takes. Seconds and ratios outside are the caller's mistake; nothing is rounded to fit. */
interface VideoModel {
  readonly seconds: readonly number[]
  readonly ratios?: readonly string[]
}

/** Source: Runway API reference of version 2024-11-06, models as of official SDK 4.20.1. */
const MODELS: Readonly<Record<string, VideoModel>> = {
  'gen4.5': {
    seconds: [2, 3, 4, 5, 6, 7, 8, 9, 10],
    ratios: ['1280:720', '720:1280', '1104:832', '960:960', '832:1104', '1584:672'],
  },
  'veo3.1': {seconds: [4, 6, 8]},
}

/** The shortest clip of the usual model, in its usual size. */
export const LEAST_SECONDS = 2

export const DEFAULT_MODEL = 'gen4.5'
export const DEFAULT_RATIO = '1280:720'

/** False for a model nobody here knows: it is passed on and marked. Throws `out_of_range`. */
export function checkModel(name: string, seconds: number, ratio: string): boolean {
  const model = Object.hasOwn(MODELS, name) ? MODELS[name] : undefined
  if (!/^[1-9]\d{1,4}:[1-9]\d{1,4}$/.test(ratio))
    throw new AssayError('out_of_range', 'ratio must be two sizes in pixels, such as 1280:720', {
      detail: {field: 'options'},
    })
  if (model === undefined) return false
  if (!model.seconds.includes(seconds))
    throw outside(
      'duration_seconds',
      `${name} makes clips of ${model.seconds.join(', ')} seconds`,
      nearestOf(seconds, model.seconds),
    )
  if (model.ratios !== undefined && !model.ratios.includes(ratio))
    throw outside('options', `${name} takes the ratios ${model.ratios.join(', ')}`, nearestRatio(ratio, model.ratios))
  return true
}

function outside(field: string, message: string, nearest: string | number): AssayError {
  return new AssayError('out_of_range', message, {hint: `The nearest is ${nearest}.`, detail: {field}})
}

function nearestOf(value: number, allowed: readonly number[]): number {
  return allowed.toSorted((a, b) => Math.abs(a - value) - Math.abs(b - value))[0] ?? value
}

/** By the proportion of its sides, then by its size. */
function nearestRatio(ratio: string, allowed: readonly string[]): string {
  const sides = (text: string) => text.split(':').map(Number) as [number, number]
  const [width, height] = sides(ratio)
  const far = (text: string) => {
    const [w, h] = sides(text)
    return Math.abs(Math.log((w / h) * (height / width))) + 1e-3 * Math.abs(Math.log((w * h) / (width * height)))
  }
  return allowed.toSorted((a, b) => far(a) - far(b))[0] ?? ratio
}
