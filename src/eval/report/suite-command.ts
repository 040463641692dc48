import {shellWord} from '#path/shown-path'
import type {EvalSettings} from '../model/eval-settings.ts'
import {SHOWN_OPERATIONS, type Suite} from '../model/suite.ts'

/** What leads to providers and bounds their calls: without it a command that is copied tries somebody else, or nobody. */
const WITH_VALUE = ['provider-module', 'providers', 'allow-host', 'runtime-assets', 'workspace-dir']
const ALONE = ['allow-loopback']

/** The folder of the line as evidence names it: what is suggested is typed there. */
const HERE = /^<cwd>(?=\/)/

/** The suite of a name as it was asked for, and the beginning of every command that tries a provider with it again. */
export function suiteCommand(
  {suite, provider}: {readonly suite: string; readonly provider: string},
  {suites, translator, commandArgv = []}: Pick<EvalSettings, 'suites' | 'translator' | 'commandArgv'>,
): {readonly suite: Partial<Suite>; readonly words: string} {
  const asked: Partial<Suite> = suites.find(({name}) => name === suite) ?? {}
  const {file = suite, asks = []} = asked
  const isShown = translator && asks.some((operation) => SHOWN_OPERATIONS.includes(operation))
  const shown = isShown ? ` --translator ${shellWord(translator.name)}` : ''
  return {
    suite: asked,
    words: `assay eval --suite ${shellWord(file)} --provider ${provider}${carriedFlags(commandArgv)}${shown}`,
  }
}

/** The flags of a recorded command line that every command it suggests needs as well, as a shell takes them; each behind a space. */
export function carriedFlags(argv: readonly string[]): string {
  return argv.map((word, at) => carried(word, argv[at + 1])).join('')
}

function carried(word: string, next: string | undefined): string {
  const [, name = '', value] = /^--([\w-]+)(?:=(.*))?$/s.exec(word) ?? []
  if (ALONE.includes(name)) return ` --${name}`
  const given = value ?? next
  return WITH_VALUE.includes(name) && given !== undefined ? ` --${name} ${shellWord(given.replace(HERE, '.'))}` : ''
}
