import * as Flags from '@oclif/core/flags'
import {FORMATS, type FormatName, formatNames} from '#report/renderers'
import {LOG_LEVELS, type LogLevel} from './log-level.ts'

const GROUP = 'GLOBAL'

/** The flags every command has. `cases`: its Report has cases, so JUnit and HTML are offered as well. */
export function sharedFlags(has: {readonly cases: boolean} = {cases: false}) {
  const options = formatNames().filter((name) => has.cases || !FORMATS[name].needsCases)
  return {
    format: Flags.option({
      char: 'f',
      options: options as readonly FormatName[],
      default: 'human',
      helpGroup: GROUP,
      summary: 'What standard output carries.',
    })(),
    output: Flags.string({
      char: 'o',
      multiple: true,
      multipleNonGreedy: true,
      helpGroup: GROUP,
      helpValue: 'FILE',
      summary: 'Write a copy to a file; its suffix chooses the format. Repeatable.',
    }),
    verbose: Flags.boolean({
      char: 'v',
      default: false,
      helpGroup: GROUP,
      summary: 'Every table and remark before the summary.',
    }),
    quiet: Flags.boolean({char: 'q', default: false, helpGroup: GROUP, summary: 'No progress on standard error.'}),
    'no-color': Flags.boolean({default: false, helpGroup: GROUP, summary: 'No colours; NO_COLOR does the same.'}),
    'no-github': Flags.boolean({
      default: false,
      helpGroup: GROUP,
      summary: 'In GitHub Actions: no annotations, no step summary and no step outputs.',
    }),
    dotenv: Flags.string({
      helpGroup: GROUP,
      helpValue: 'FILE',
      summary: 'Write ASSAY_RUN, ASSAY_VERDICT, ASSAY_REPORT and ASSAY_BUNDLE for later jobs of a pipeline.',
    }),
    'log-level': Flags.option({
      options: LOG_LEVELS as readonly LogLevel[],
      default: 'error',
      helpGroup: GROUP,
      summary: 'How much is logged to standard error.',
    })(),
  }
}

/** For commands that make a run. */
export const assetsFlag = {
  'runtime-assets': Flags.string({
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
    helpValue: 'KEY=VALUE',
    summary: 'What you call the run by; lists and reports show it. Repeatable.',
  }),
  note: Flags.string({helpValue: 'TEXT', summary: 'A remark kept with the run, at most 1,000 characters.'}),
}

/** Where the runs are; for commands that read or write a workspace. */
export const workspaceFlag = {
  'workspace-dir': Flags.string({
    aliases: ['run-workspace'],
    helpValue: 'DIR',
    summary: 'Folder that holds runs/ and issue-bundles/; the current directory by default.',
  }),
}
