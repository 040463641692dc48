/** What is known of a claim: a probe that gave nothing, a wrong type or an error leaves it `unknown`, which is never true. */
export type Truth = 'true' | 'false' | 'unknown'

/** True when all are; false as soon as one is. */
export function allTrue(truths: readonly Truth[]): Truth {
  if (truths.includes('false')) return 'false'
  return truths.length === 0 || truths.includes('unknown') ? 'unknown' : 'true'
}

export const truthOf = (holds: boolean): Truth => (holds ? 'true' : 'false')
