/** What a provider rounds its numbers to. */
export type FloatType = 'float16' | 'float32' | 'float64'

/** Floats that a provider may compute with. */
export const FLOAT_TYPES: readonly FloatType[] = ['float16', 'float32', 'float64']
