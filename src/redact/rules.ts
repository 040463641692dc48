import {TOKEN_FAMILIES} from './token-families.ts'

/** Every rule a mark may name, besides those that callers give with a registered value. */
export const ALL_RULES: ReadonlySet<string> = new Set([
  'registered',
  'secret-key',
  'url-userinfo',
  'url-query',
  'url-fragment',
  'url-segment',
  'signed-url',
  'prefixed-token',
  'random-token',
  'private-key',
  'discord-bot-token',
  'authorization',
  'cookie',
  'keyword',
  'argument',
  'kubernetes-secret',
  'error',
  'home-path',
  'host-path',
  ...TOKEN_FAMILIES.map((family) => family.name),
])
