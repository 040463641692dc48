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

export const DEFAULT_MODEL = 'gen4.5'
export const DEFAULT_RATIO = '1280:720'

/** False for a model nobody here knows: it is passed on and marked. Throws `out_of_range`. */
export function checkModel(name: string, seconds: number, ratio: string): boolean {
  const model = Object.hasOwn(MODELS, name) ? MODELS[name] : undefined
  if (!/^[1-9]\d{1,4}:[1-9]\d{1,4}$/.test(ratio))
    throw new AssayError('out_of_range', 'ratio must be two sizes in pixels, such as 1280:720')
  if (model === undefined) return false
  if (!model.seconds.includes(seconds))
    throw new AssayError('out_of_range', `${name} makes clips of ${model.seconds.join(', ')} seconds`)
  if (model.ratios !== undefined && !model.ratios.includes(ratio))
    throw new AssayError('out_of_range', `${name} takes the ratios ${model.ratios.join(', ')}`)
  return true
}
