/** What a command of the node is called with, does, takes and ends with. `flags`: beside those of `serve`. */
interface NodeCommand {
  readonly usage: string
  readonly does: string
  readonly flags: Readonly<Record<string, string>>
  readonly exits: Readonly<Record<string, string>>
}

const DATA_DIR = {'--data-dir DIR': 'where the node keeps everything [HOSTNODE_DATA_DIR, ./hostnode-data]'}
const WRONG_CALL = {'2': 'the command line is wrong'}

/** The commands by their words, in the order of help. */
export const NODE_COMMANDS: Readonly<Record<string, NodeCommand>> = {
  serve: {
    usage: 'serve [flags]',
    does: 'Serves until SIGTERM or SIGINT: then it answers 503, ends what is under way, and stops. A second signal, or a SIGHUP that nohup does not hold off, ends it at once.',
    flags: {},
    exits: {
      '0': 'stopped when it was told to',
      '2': 'flags, variables or the file are wrong; nothing was opened',
      '3': 'an address is taken, or the disk or the database cannot be used',
      '7': 'the data directory is in use, newer, or must be migrated first; or an address that others reach has no TLS',
      '130, 143': 'ended at once by a second SIGINT, SIGTERM',
    },
  },
  status: {
    usage: 'status [--node URL | --data-dir DIR] [--wait-sync] [--timeout 600s] [--format yaml|json]',
    does: 'Prints what a running node says of itself.',
    flags: {
      '--node URL': 'where it answers; without, the data directory tells',
      ...DATA_DIR,
      '--wait-sync': 'wait until it is in step in three looks, a second apart',
      '--timeout TIME': 'how long to wait [600s]',
      '--format yaml|json': 'how it is printed [yaml]',
    },
    exits: {'0': 'printed; with --wait-sync in step', '1': 'not in step', ...WRONG_CALL, '3': 'no answer in time'},
  },
  'backup create': {
    usage: 'backup create --output FILE.tar.gz [--data-dir DIR] [--quiesce] [--include-keys]',
    does: 'Makes an archive of one moment, with its SHA-256 in a file beside it; the node may serve.',
    flags: {
      '--output FILE': 'the archive',
      ...DATA_DIR,
      '--quiesce': 'nobody writes while it is made',
      '--include-keys': 'with the keys that open the secrets of webhooks',
    },
    exits: {'0': 'made', ...WRONG_CALL, '3': 'the disk or the database cannot be used', '7': 'there is such a file'},
  },
  'backup verify': {
    usage: 'backup verify FILE [--deep]',
    does: 'Reads an archive and holds it against its digests; unpacks nothing beside a scratch folder.',
    flags: {'--deep': 'restore it into a scratch folder and verify that in full'},
    exits: {'0': 'VALID', '1': 'INVALID', ...WRONG_CALL},
  },
  'backup restore': {
    usage: 'backup restore FILE [--data-dir DIR] [--force] [--accept-lost-secrets]',
    does: 'Verifies an archive and puts it in place of a data directory.',
    flags: {
      ...DATA_DIR,
      '--force': 'though the folder is not empty; what was there is kept beside it',
      '--accept-lost-secrets': 'though the key of its webhook secrets is not here',
    },
    exits: {
      '0': 'restored',
      '1': 'the archive is not whole; nothing was changed',
      ...WRONG_CALL,
      '3': 'the disk cannot be used',
      '7': 'a node is running, the folder is not empty, the archive is of a newer release, or its key is not here',
    },
  },
  migrate: {
    usage: 'migrate --from VERSION --to VERSION [--data-dir DIR] [--dry-run]',
    does: 'Brings the data of a stopped node to another release; one that was killed goes on when it is called again.',
    flags: {
      '--from VERSION': 'the release that the data are of',
      '--to VERSION': 'the release to go to',
      ...DATA_DIR,
      '--dry-run': 'print the steps and change nothing',
    },
    exits: {
      '0': 'migrated, or nothing to do',
      '2': 'the command line is wrong, or the data are of another release',
      '3': 'the disk or the database cannot be used',
      '7': 'a node is running, or no migration leads there',
    },
  },
  verify: {
    usage: 'verify [--data-dir DIR] [--full] [--list-affected]',
    does: 'Says whether a data directory is whole, and what is wrong with it where.',
    flags: {
      ...DATA_DIR,
      '--full': 'every object, body and block too',
      '--list-affected': 'names of what is affected alone',
    },
    exits: {'0': 'valid', '1': 'invalid', ...WRONG_CALL, '3': 'there is no data directory, or it cannot be read'},
  },
  fault: {
    usage: 'fault set NAME --ttl 60s [--args JSON] | clear [NAME] | list [--data-dir DIR | --socket PATH]',
    does: 'Sets faults of a node that serves with --allow-faults; each ends by itself.',
    flags: {
      '--ttl TIME': 'when it ends, 600s at most',
      '--args JSON': 'what it does, such as {"route":"/api/*","ms":200}',
      ...DATA_DIR,
      '--socket PATH': 'the socket of the node, where it is known',
    },
    exits: {'0': 'done', '2': 'no such fault, or its arguments are wrong', '3': 'no node listens there'},
  },
  key: {
    usage: 'key [--data-dir DIR]',
    does: 'Prints the public key of the node, for a file of validators; makes one where there is none.',
    flags: DATA_DIR,
    exits: {'0': 'printed', ...WRONG_CALL, '3': 'the key cannot be read or written'},
  },
}

const columns = (rows: Readonly<Record<string, string>>, width: number) =>
  Object.entries(rows).map(([name, text]) => `  ${name.padEnd(width)} ${text}`)

/** Help on the command that these words begin with; undefined where they name none. */
export function commandHelp(words: readonly string[], serveFlags: readonly string[]): string[] | undefined {
  const name = [words.slice(0, 2).join(' '), words[0] ?? ''].find((one) => Object.hasOwn(NODE_COMMANDS, one))
  const command = name === undefined ? undefined : NODE_COMMANDS[name]
  if (command === undefined) return undefined
  const flags = name === 'serve' ? serveFlags : ['Flags:', ...columns(command.flags, 32)]
  return [
    `hostnode ${command.usage}`,
    '',
    command.does,
    '',
    ...flags,
    '',
    'Exit codes:',
    ...columns(command.exits, 9),
    '',
  ]
}
