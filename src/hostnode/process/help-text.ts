import {SETTINGS} from '../config/settings.ts'
import {type NodeRelease, releaseLine} from '../model/release.ts'

/** What `--help` prints. */
export function nodeHelp(release: NodeRelease): string {
  const flags = Object.entries(SETTINGS).map(([flag, {kind, help, otherwise}]) => {
    const name = kind === 'switch' ? `--${flag}` : `--${flag} ${kind === 'list' ? 'A,B' : 'VALUE'}`
    return `  ${name.padEnd(32)} ${help}${otherwise === undefined ? '' : ` [${otherwise}]`}`
  })
  return [
    releaseLine(release),
    '',
    'A hosting node: accounts, repositories and what belongs to them.',
    '',
    'hostnode serve [flags]    serve until SIGTERM or SIGINT',
    'hostnode status [--node URL | --data-dir DIR] [--wait-sync] [--timeout 600s] [--format yaml|json]',
    'hostnode backup create --output FILE.tar.gz [--data-dir DIR] [--quiesce] [--include-keys]',
    'hostnode backup verify FILE [--deep]',
    'hostnode backup restore FILE [--data-dir DIR] [--force] [--accept-lost-secrets]',
    'hostnode migrate --from VERSION --to VERSION [--data-dir DIR] [--dry-run]',
    'hostnode verify [--data-dir DIR] [--full] [--list-affected]',
    'hostnode fault set NAME --ttl 60s [--args JSON] | clear [NAME] | list [--data-dir DIR | --socket PATH]',
    'hostnode key [--data-dir DIR]    the public key of the node, for a file of validators; made where there is none',
    'hostnode --version',
    '',
    'Flags of serve; each is also a variable such as HOSTNODE_DATA_DIR and a key such as data_dir of --config FILE:',
    ...flags,
    `  ${'--config FILE'.padEnd(32)} YAML, TOML or JSON`,
    `  ${'--list-crash-points'.padEnd(32)} names for HOSTNODE_CRASH_AT=point:n, for tests`,
    '',
  ].join('\n')
}
