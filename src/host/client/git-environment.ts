/** Who is told which Authorization value: URLs below `baseUrl`, and no others. */
export interface GitHost {
  readonly baseUrl: string
  readonly header: string
}

/** Where git works and as whom. */
export interface GitSetting {
  readonly home: string
  readonly path: string | undefined
  readonly hosts?: readonly GitHost[]
  /** A file of authorities to trust in place of those of the machine. */
  readonly authorities?: string | undefined
  readonly config?: Readonly<Record<string, string>>
}

const AUTHOR = 'Assay'
const MAIL = 'assay@localhost'

/**
 * The environment of a git that asks nobody, reads no settings of this machine but for whom it trusts, follows no redirect, runs no hook and signs nothing. The
 * token is in variables, never in an argument or a URL.
 */
export function cleanGitEnvironment({
  home,
  path,
  hosts = [],
  authorities,
  config = {},
}: GitSetting): Record<string, string> {
  const settings: readonly (readonly [string, string])[] = [
    ['credential.helper', ''],
    ['core.hooksPath', '/dev/null'],
    ['core.askPass', ''],
    ['http.followRedirects', 'false'],
    ['protocol.allow', 'never'],
    ['protocol.http.allow', 'always'],
    ['protocol.https.allow', 'always'],
    ['commit.gpgSign', 'false'],
    ['tag.gpgSign', 'false'],
    ['gc.auto', '0'],
    ['advice.detachedHead', 'false'],
    ...Object.entries(config),
    // If two settings match a URL, git takes the longer one only if it reads that first.
    ...hosts
      .toSorted((a, b) => b.baseUrl.length - a.baseUrl.length)
      .map(({baseUrl, header}) => [`http.${baseUrl}/.extraHeader`, ['Authorization', header].join(': ')] as const),
  ]
  const numbered = settings.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ])
  return {
    ...(path !== undefined && {PATH: path}),
    ...(authorities !== undefined && {GIT_SSL_CAINFO: authorities}),
    HOME: home,
    LC_ALL: 'C',
    TZ: 'UTC',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: AUTHOR,
    GIT_AUTHOR_EMAIL: MAIL,
    GIT_COMMITTER_NAME: AUTHOR,
    GIT_COMMITTER_EMAIL: MAIL,
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(numbered),
  }
}
