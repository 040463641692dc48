import {composePorts} from '#compose/compose-ports'
import type {MeasurementPorts} from '#measurement/ports'
import {systemClock} from '#random/system-clock'
import type {Redactor} from '#redact/redactor'
import {GITHUB_FOLDS, GITLAB_FOLDS, type LogFolds} from '#redact/runner-log'
import {NO_PROGRESS, type Progress} from '#report/progress'
import type {Naming} from '#run/labels'
import type {Hall} from './hall.ts'
import {StatusLine} from './progress.ts'
import {StepLines} from './step-lines.ts'

/** What a command line says of how it is told. */
export interface OutputSetting {
  readonly assayVersion: string
  readonly quiet: boolean
  readonly naming: Naming
}

/** The ports of a command: those of this machine, with a status line that begins when first used and ends with disposing. */
export function compose(
  hall: Hall,
  {assayVersion, quiet, naming}: OutputSetting,
  redactor: Redactor,
): MeasurementPorts & Disposable {
  const {env, cwd, ports, output, partingWords} = hall
  let line: StatusLine | undefined
  let steps: StepLines | undefined
  const clock = ports?.clock ?? systemClock
  const stepLines = () => {
    steps ??= new StepLines({stream: output.err, redactor, clock, folds: foldsOf(env)})
    return steps
  }
  const statusLine = () => {
    line ??= new StatusLine(output.err, redactor, clock)
    return line
  }
  const progress: Progress = {
    update: (done, total, note) => statusLine().update(done, total, note),
    tell: (text) => statusLine().tell(text),
    step: (name, place) => stepLines().begin(name, place),
    wait: (kinds) => stepLines().wait(kinds),
  }
  const caller = {
    env,
    cwd,
    ports,
    partingWords,
    assayVersion,
    naming,
    isTerminal: output.err.isTerminal,
    progress: quiet ? NO_PROGRESS : progress,
  }
  return {
    ...composePorts(caller, redactor),
    [Symbol.dispose]: () => {
      line?.[Symbol.dispose]()
      steps?.[Symbol.dispose]()
    },
  }
}

function foldsOf(env: Hall['env']): LogFolds | undefined {
  if (env['GITHUB_ACTIONS'] === 'true') return GITHUB_FOLDS
  return env['GITLAB_CI'] === 'true' ? GITLAB_FOLDS : undefined
}
