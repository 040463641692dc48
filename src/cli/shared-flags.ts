import * as Flags from '@oclif/core/flags'
import {FORMATS, type FormatName, formatNames} from '#report/renderers'

/** From nothing to everything. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Log levels at which a command logs while it works; at the others it logs only bugs. */
export function isTelling(level: LogLevel | undefined): level is 'warn' | 'info' | 'debug' {
  return level === 'warn' || level === 'info' || level === 'debug'
}

/** What every command has. */
export const SHARED_GROUP = 'GLOBAL'
/** What is true of a whole run: where it is kept, what it is called, by whose files it goes. */
export const RUN_GROUP = 'RUN'

/** The flags every command has. `cases`: its Report has cases, so JUnit and HTML are offered as well. */
export function sharedFlags(has: {readonly cases: boolean} = {cases: false}) {
  const options = formatNames().filter((name) => has.cases || !FORMATS[name].needsCases)
  return {
    format: Flags.option({
      char: 'f',
      options: options as readonly FormatName[],
      default: 'human',
      helpGroup: SHARED_GROUP,
      summary: 'What standard output carries.',
    })(),
    output: Flags.string({
      char: 'o',
      multiple: true,
      multipleNonGreedy: true,
      helpGroup: SHARED_GROUP,
      helpValue: 'FILE',
      summary: 'Write a copy to a file; its suffix chooses the format. Repeatable.',
    }),
    verbose: Flags.boolean({
      char: 'v',
      default: false,
      helpGroup: SHARED_GROUP,
      summary: 'Every table and remark before the summary.',
    }),
    quiet: Flags.boolean({
      char: 'q',
      default: false,
      helpGroup: SHARED_GROUP,
      summary: 'No progress on standard error.',
    }),
    'no-color': Flags.boolean({
      default: false,
      helpGroup: SHARED_GROUP,
      summary: 'No colours; NO_COLOR does the same.',
    }),
    'no-github': Flags.boolean({
      default: false,
      helpGroup: SHARED_GROUP,
      summary: 'In GitHub Actions: no annotations, no step summary and no step outputs.',
    }),
    dotenv: Flags.string({
      helpGroup: SHARED_GROUP,
      helpValue: 'FILE',
      summary:
        'Write ASSAY_RUN, ASSAY_VERDICT, ASSAY_EXIT_CODE, ASSAY_REPORT and, where there is one, ASSAY_BUNDLE for later jobs; a file with other variables is refused.',
    }),
    'log-level': Flags.option({
      options: LOG_LEVELS as readonly LogLevel[],
      default: 'error',
      helpGroup: SHARED_GROUP,
      summary: 'How much is logged to standard error.',
    })(),
  }
}

/** For commands that make a run. */
export const assetsFlag = {
  'runtime-assets': Flags.string({
    helpGroup: RUN_GROUP,
    helpValue: 'FILE',
    summary:
      'Manifest of checkpoints and other files of this machine, looked at before anything runs; also ASSAY_RUNTIME_ASSETS.',
  }),
}

/** How somebody calls a run of theirs; for commands that make one. */
export const namingFlags = {
  label: Flags.string({
    multiple: true,
    multipleNonGreedy: true,
    helpGroup: RUN_GROUP,
    helpValue: 'KEY=VALUE',
    summary: 'What you call the run by; lists and reports show it. Repeatable.',
  }),
  note: Flags.string({
    helpGroup: RUN_GROUP,
    helpValue: 'TEXT',
    summary: 'A remark kept with the run, at most 1,000 characters.',
  }),
}

const TELEMETRY = 'TELEMETRY'

/** Telemetry flags, for commands that make a run. */
export const telemetryFlags = {
  'metrics-file': Flags.string({
    helpGroup: TELEMETRY,
    helpValue: 'FILE',
    summary:
      'Write the metrics of the run as Prometheus text, such as run.prom for the textfile collector; a file that holds something else is refused.',
  }),
  notify: Flags.string({
    helpGroup: TELEMETRY,
    helpValue: 'URL',
    summary: 'Send what the run came to as a signed webhook when it has ended.',
  }),
  'notify-secret-env': Flags.string({
    default: 'ASSAY_NOTIFY_SECRET',
    helpGroup: TELEMETRY,
    helpValue: 'NAME',
    summary: 'The variable with the secret that --notify signs with.',
  }),
}

/** Where the runs are; for commands that read or write a workspace. */
export const workspaceFlag = {
  'workspace-dir': Flags.string({
    aliases: ['run-workspace'],
    helpGroup: RUN_GROUP,
    helpValue: 'DIR',
    summary: 'Folder that holds runs/ and issue-bundles/; the current directory by default.',
  }),
}
