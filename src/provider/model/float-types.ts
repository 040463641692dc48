/** Floats that a provider may compute with. */
export const FLOAT_TYPES = ['float16', 'float32', 'float64'] as const
export type FloatType = (typeof FLOAT_TYPES)[number]
