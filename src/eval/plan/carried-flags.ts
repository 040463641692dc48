import {shellWord} from '#path/shown-path'

/** What leads to providers and bounds their calls: without it a command that is copied tries somebody else, or nobody. */
const WITH_VALUE = ['provider-module', 'providers', 'allow-host', 'runtime-assets', 'workspace-dir']
const ALONE = ['allow-loopback']

/** The flags of a command line that every command it suggests needs as well, as a shell takes them; each behind a space. */
export function carriedFlags(argv: readonly string[]): string {
  return argv.map((word, at) => carried(word, argv[at + 1])).join('')
}

function carried(word: string, next: string | undefined): string {
  const [, name = '', value] = /^--([\w-]+)(?:=(.*))?$/s.exec(word) ?? []
  if (ALONE.includes(name)) return ` --${name}`
  const given = value ?? next
  return WITH_VALUE.includes(name) && given !== undefined ? ` --${name} ${shellWord(given)}` : ''
}
