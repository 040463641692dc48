import {SETTINGS} from '../config/settings.ts'
import {type NodeRelease, releaseLine} from '../model/release.ts'
import {commandHelp, NODE_COMMANDS} from './command-help.ts'

/** What `--help` prints: of one command, where its words are given, else of all. */
export function nodeHelp(release: NodeRelease, words: readonly string[] = []): string {
  const own = commandHelp(words, serveFlags())
  return (own ?? wholeHelp(release)).join('\n')
}

function serveFlags(): string[] {
  const flags = Object.entries(SETTINGS).map(([flag, {kind, help, otherwise}]) => {
    const name = kind === 'switch' ? `--${flag}` : `--${flag} ${kind === 'list' ? 'A,B' : 'VALUE'}`
    return `  ${name.padEnd(32)} ${help}${otherwise === undefined ? '' : ` [${otherwise}]`}`
  })
  return [
    'Flags of serve; each is also a variable such as HOSTNODE_DATA_DIR and a key such as data_dir of --config FILE:',
    ...flags,
    `  ${'--config FILE'.padEnd(32)} YAML, TOML or JSON`,
    `  ${'--list-crash-points'.padEnd(32)} names for HOSTNODE_CRASH_AT=point:n, for tests`,
  ]
}

function wholeHelp(release: NodeRelease): string[] {
  return [
    releaseLine(release),
    '',
    'A hosting node: accounts, repositories and what belongs to them.',
    '',
    ...Object.values(NODE_COMMANDS).map(({usage}) => `hostnode ${usage}`),
    'hostnode --version',
    '',
    'hostnode COMMAND --help tells what a command does, takes and ends with.',
    '',
    ...serveFlags(),
    '',
  ]
}
