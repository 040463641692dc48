import type {
  NodeTarget,
  NodeTargetAuth,
  NodeTargetChecks,
  NodeTargetExpect,
  NodeTargetObjectives,
} from '#contract/generated/types'

/** A target with what a profile may leave out. */
export interface Target {
  readonly profile: NodeTarget
  /** Digest of the file as it was read. */
  readonly sha256: `sha256:${string}`
  readonly publicUrl: string
  readonly auth: NodeTargetAuth & Required<Pick<NodeTargetAuth, 'scheme' | 'tokens_path'>>
  readonly expect: NodeTargetExpect & Required<Pick<NodeTargetExpect, 'health_ok' | 'brand' | 'block_time_ms'>>
  readonly checks: NodeTargetChecks & Required<Pick<NodeTargetChecks, 'mutate' | 'required' | 'skip'>>
  readonly objectives: NodeTargetObjectives & Required<Pick<NodeTargetObjectives, 'read_p99_ms' | 'git_large_s'>>
}

/** Writing checks must be allowed in so many words. */
export function targetOf(profile: NodeTarget, sha256: Target['sha256']): Target {
  const [first] = profile.nodes
  return {
    profile,
    sha256,
    publicUrl: withoutSlash(profile.public_url ?? first?.base_url ?? ''),
    auth: {scheme: 'bearer', tokens_path: '/api/tokens', ...profile.auth},
    expect: {health_ok: ['up'], brand: 'Host', block_time_ms: 500, ...profile.expect},
    checks: {mutate: false, required: [], skip: [], ...profile.checks},
    objectives: {read_p99_ms: 100, git_large_s: 60, ...profile.objectives},
  }
}

export const withoutSlash = (url: string): string => url.replace(/\/+$/, '')
