// What few callers ask for is loaded when somebody does, once: an import costs 15 to 30 µs even where the module is there already.
export const loadTextRules = once(() => import('./operation/text-rules.ts'))
export const loadMediaRules = once(() => import('./operation/media-rules.ts'))
export const loadPolicyRules = once(() => import('./operation/policy-rules.ts'))
export const loadHealthChecks = once(() => import('./health/check-health.ts'))

function once<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Promise<Module> | undefined
  return () => {
    loaded ??= load()
    return loaded
  }
}
