import type {ExitName} from '#error/exit'

/** What exits of a command mean beyond the table that all commands share. */
export type CommandExits = Readonly<Partial<Record<ExitName, string>>>

/** For commands that take the id of a run. */
export const RUN_ID_USAGE = 'no such run, or no run id'

/** For commands that list runs. */
export const LISTED = {ok: 'listed', failed: 'with `--strict`: an entry of the workspace is no readable run'} as const

/** For commands that ask the keyring of the system. */
export const NO_KEYRING = 'no keyring answers, or the package for it is not installed'
