import {AssayError} from '#error/assay-error'
import {Tensor} from '#world/tensor/tensor'
import type {Examples, Fields, PolicyRequest} from '../../model/provider.ts'
import {whatCame} from '../../model/value-check.ts'
import {toJsonNumpy} from './json-numpy.ts'

const IMAGES = ['primary_image', 'left_wrist_image', 'right_wrist_image'] as const
/** Two arms of seven joints each: ALOHA. */
const ARM_VALUES = 14

/** A dark room and arms at rest, in the size that the model is fed with. */
export function examples(): Examples {
  const dark = Tensor.from({dtype: 'uint8', shape: [224, 224, 3], fill: 0})
  const info = {
    ...Object.fromEntries(IMAGES.map((name) => [name, dark])),
    proprio: Tensor.from({dtype: 'float32', shape: [ARM_VALUES], fill: 0}),
    task_description: 'put the block into the bowl',
  }
  return {policy: {info}}
}

/** What the server was trained to be shown. Throws `invalid_input`. */
export function checkTrainedView({info}: PolicyRequest): void {
  for (const name of IMAGES) checkImage(name, info[name])
  const {proprio, task_description} = info
  if (!(proprio instanceof Tensor) || !/^float/.test(proprio.dtype) || proprio.shape.join() !== String(ARM_VALUES))
    throw invalid(`proprio is ${whatCame(proprio)}, and must be a float tensor of shape (${ARM_VALUES})`)
  if (typeof task_description !== 'string' || task_description.trim() === '')
    throw invalid(`task_description is ${whatCame(task_description)}, and must be a text with content`)
}

/** An observation as the body of `POST /act`; arrays in the form of json_numpy, a quarter of the size of lists. */
export function observationBody(info: Fields, returnsAll: boolean): Readonly<Record<string, unknown>> {
  const fields = Object.entries(info).map(([name, value]) => [
    name,
    value instanceof Tensor ? toJsonNumpy(value) : value,
  ])
  return {...Object.fromEntries(fields), ...(returnsAll && {return_all_query_results: true})}
}

function checkImage(name: string, image: unknown): void {
  const isImage = image instanceof Tensor && image.dtype === 'uint8' && image.shape.length === 3 && image.shape[2] === 3
  if (!isImage) throw invalid(`${name} is ${whatCame(image)}, and must be a uint8 tensor of shape (height, width, 3)`)
}

function invalid(message: string): AssayError {
  return new AssayError('invalid_input', message, {detail: {field: 'info'}})
}
