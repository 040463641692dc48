import type {Stream} from '#random/stream'
import {Tensor} from '#world/tensor/tensor'

type NumberType = 'float64' | 'float32'

/** Types of the numbers of a question: planners use doubles, training code uses single precision, and some callers mix them. */
export interface NumberTypes {
  readonly states: NumberType
  readonly actions: NumberType
}

const KINDS: readonly NumberTypes[] = [
  {states: 'float64', actions: 'float64'},
  {states: 'float64', actions: 'float64'},
  {states: 'float32', actions: 'float32'},
  {states: 'float32', actions: 'float32'},
  {states: 'float64', actions: 'float32'},
  {states: 'float32', actions: 'float64'},
]

/** Doubles in a third of the questions, single precision in a third, and else one of each. */
export function drawTypes(stream: Stream): NumberTypes {
  return KINDS[stream.int(KINDS.length)] ?? {states: 'float64', actions: 'float64'}
}

/** Numbers as a type holds them, so that the truth is that of what is asked. */
export function asHeld(type: NumberType, values: ArrayLike<number>): Float64Array {
  return type === 'float32' ? Float64Array.from(values, Math.fround) : Float64Array.from(values)
}

/** A tensor of another type; its numbers are such already. */
export function ofType(type: NumberType, tensor: Tensor): Tensor {
  return tensor.dtype === type ? tensor : Tensor.of(type, tensor.shape, tensor.elements)
}

/** What is told of a question behind how it was asked; nothing of doubles. */
export function wordsOfTypes({states, actions}: NumberTypes): string {
  if (states === 'float64' && actions === 'float64') return ''
  if (states === actions) return ', all of it float32'
  return states === 'float32'
    ? ', states of float32 and commands of float64'
    : ', states of float64 and commands of float32'
}
