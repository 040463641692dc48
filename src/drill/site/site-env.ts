import {pathToFileURL} from 'node:url'
import type {DrillTarget} from '#contract/generated/types'
import type {SiteChanges} from '../model/site-change.ts'
import {AUTHORITY_FILE} from '../model/site-layout.ts'
import {speaksTls} from './open-tls.ts'
import {filledIn, type SiteWords} from './site-texts.ts'

/** What the variables of a site are made of. */
export interface SiteEnvFacts {
  readonly target: DrillTarget
  readonly words: SiteWords
  readonly changes: SiteChanges
  /** Absolute; where the application and commands run. */
  readonly home: string
  readonly packageBlock: string
  /** Where compiled code of earlier processes is: without it each would take seconds to begin. */
  readonly compileCache: string
  /** Variables of the user who runs the drill. */
  readonly own: Readonly<Record<string, string | undefined>>
}

/** First folder on PATH, which holds stand-ins for programs that must not be called. */
const TRAP = 'trap'

/**
 * The whole environment of the application and of commands: nothing of the caller's but where programs are found. A program `trap/NAME` of the
 * drill's files comes before every other of that name.
 */
export function siteEnv({
  target,
  words,
  changes,
  home,
  packageBlock,
  compileCache,
  own,
}: SiteEnvFacts): Record<string, string> {
  const given = Object.entries(target.env ?? {}).map(([name, text]) => [name, filledIn(text, words)] as const)
  const authority = `${home}/${AUTHORITY_FILE}`
  const blocked = changes.blocked.length > 0
  return {
    PATH: [`${home}/${TRAP}`, own['PATH'] ?? ''].join(':'),
    HOME: home,
    TMPDIR: home,
    NODE_COMPILE_CACHE: compileCache,
    ...(own['ASSAY_FROM'] !== undefined && {ASSAY_FROM: own['ASSAY_FROM']}),
    ASSAY_ALLOW_LOOPBACK: '1',
    ...(speaksTls(target) && {NODE_EXTRA_CA_CERTS: authority, GIT_SSL_CAINFO: authority}),
    ...Object.fromEntries(given.filter(([name]) => !changes.unset.includes(name))),
    ...(blocked && {
      ASSAY_DRILL_BLOCKED: changes.blocked.join(','),
      NODE_OPTIONS: `--import=${pathToFileURL(packageBlock).href}`,
    }),
  }
}
