import type {Verdict} from '#contract/generated/types'

/** What is wrong with the verdict of a step that has no rules, by the result it kept; undefined where nothing is. */
export function stepFault(use: string, {state}: Verdict, result: unknown): string | undefined {
  if (state !== 'pass') return undefined
  const told = JSON.stringify(result ?? null)
  switch (use) {
    case 'exec':
      return told.includes('"code":0') ? undefined : 'passes, and the program did not end with 0'
    case 'doctor':
      return told.includes('"status":"failed"') ? 'passes, and a check failed' : undefined
    case 'provider.health':
      return /"status":"(?!healthy")/.test(told) ? 'passes, and a provider is not healthy' : undefined
    default:
      return undefined
  }
}
