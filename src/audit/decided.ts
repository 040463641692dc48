import type {Verdict} from '#contract/generated/types'

/** The decisions of a verdict, without its words, which may be those of another version. */
export function decided({state, exit, counts, rules}: Verdict) {
  return {
    state,
    exit: exit.code,
    counts,
    rules: rules.map(({id, severity, state: own, n}) => ({id, severity, state: own, n})),
  }
}
