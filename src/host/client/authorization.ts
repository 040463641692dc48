import type {NodeTargetAuth} from '#contract/generated/types'

export const AUTH_SCHEMES = ['bearer', 'token', 'basic'] as const satisfies readonly NonNullable<
  NodeTargetAuth['scheme']
>[]
export type AuthScheme = (typeof AUTH_SCHEMES)[number]

/** The value of the header; Basic goes with a user name, which may be empty. */
export function authorizationOf(scheme: AuthScheme, token: string, username = ''): string {
  if (scheme === 'basic') return `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}`
  return `${scheme === 'token' ? 'token' : 'Bearer'} ${token}`
}
