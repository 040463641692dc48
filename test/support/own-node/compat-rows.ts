import type {NodeCheckResult, NodeTarget} from '#contract/generated/types'

/** What a target says of a service that speaks a shape: where its tokens are is known to whoever writes it. */
export function compatTarget(compat: string): Partial<NodeTarget> {
  const isMoved = compat === 'user-tokens-path' || compat === 'legacy'
  return {auth: {token_env: 'HOST_TOKEN', tokens_path: isMoved ? '/api/user/tokens' : '/api/tokens'}}
}

/** Checks that a node alone, without a baseline and a program beside it, has no answer for. */
const UNASKABLE = new Set(['capability_absent', 'no_baseline', 'not_validator', 'not_https'])
/** What a shape keeps from us, and what a check comes to then. */
const OPEN: Readonly<Record<string, string>> = {'repo.cleanup': 'warn'}
const KEEPS_BACK = new Set(['no-delete', 'legacy'])

/** Checks that took a shape for a fault, or passed what they cannot know. */
export function compatBlame(compat: string, checks: NodeCheckResult['checks']): string[] {
  return checks.flatMap(({id, status, reason}) => {
    const wanted = (KEEPS_BACK.has(compat) && OPEN[id]) || 'pass'
    const isUnasked = status === 'skip' && UNASKABLE.has(reason ?? '') && !ASKED.has(id)
    return status === wanted || isUnasked ? [] : [`${compat}: ${id} is ${status} (${reason ?? ''}), not ${wanted}`]
  })
}

/** Those that every service can be asked. */
const ASKED: ReadonlySet<string> = new Set([
  ...['ver.skew', 'health.live', 'health.ready', 'health.startup', 'mig.complete', 'res.disk', 'res.clock'],
  ...['met.scrape', 'api.repos', 'page.walk', 'auth.positive', 'auth.negative', 'token.lifecycle'],
  ...['ssh.key.lifecycle', 'rate.headers', 'git.roundtrip', 'hook.delivery', 'sec.exposure'],
])
