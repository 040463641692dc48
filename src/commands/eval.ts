import * as Flags from '@oclif/core/flags'
import {BaseCommand} from '#cli/base-command'
import {providerAccessFlags} from '#cli/provider-flags'
import {sharedFlags, workspaceFlag} from '#cli/shared-flags'
import type {EvalResult} from '#contract/generated/types'

const whole = (summary: string) => Flags.integer({summary, helpValue: 'N'})
const names = (summary: string) => Flags.string({multiple: true, multipleNonGreedy: true, helpValue: 'NAME', summary})

export default class Eval extends BaseCommand<EvalResult> {
  static override summary = 'Evaluate providers against environments with exact rules, and judge them by gates.'
  static override description =
    'Tries the contract of each provider and lets a planner finish tasks with it, while the exact environment executes. Every trial, row and rule is kept in a run. Without --provider or --profile it evaluates analytic, or observer where answers about scenes are asked for.'
  static override examples = [
    '<%= config.bin %> eval --provider analytic',
    '<%= config.bin %> eval --suite closed-loop --env two-room --provider zoo.sign-flip --size standard',
    '<%= config.bin %> eval --list',
  ]
  static override baseFlags = sharedFlags({cases: true})
  static override flags = {
    ...workspaceFlag,
    ...providerAccessFlags,
    suite: names('Suite or set of suites; core by default. Repeatable.'),
    provider: names('Provider to evaluate. Repeatable.'),
    env: names('Environment; all by default. Repeatable.'),
    operation: names('Operation that suites such as media are narrowed to; all by default. Repeatable.'),
    size: Flags.string({helpValue: 'SIZE', summary: 'How many trials: smoke, quick (default), standard or full.'}),
    n: whole('Trials of each suite, instead of --size.'),
    'until-decided': Flags.boolean({
      default: false,
      summary: 'End the trials of a place once its rules are decided, by evidence that holds at any time.',
    }),
    'max-n': whole('With --until-decided: trials of a place at most, instead of those of --size or --n.'),
    seed: whole('Base seed of all trials; 42 by default.'),
    planner: Flags.string({helpValue: 'NAME', summary: 'Planner of closed-loop trials; standard by default.'}),
    translator: Flags.string({
      helpValue: 'FILE|builtin:raw',
      summary: 'What makes commands of the raw actions of policies: JSON, YAML or TOML.',
    }),
    gate: Flags.string({helpValue: 'FILE', summary: 'Gate file that decides: YAML, TOML or JSON.'}),
    baseline: Flags.string({helpValue: 'RUN', summary: 'Run to compare with: id, folder or a file in it.'}),
    recompute: Flags.string({
      helpValue: 'RUN',
      summary: 'Compute statistics and verdict of a run again; measure nothing.',
    }),
    selftest: Flags.boolean({
      default: false,
      summary: 'Break the newest evaluation in memory and tell what its gate does not notice.',
    }),
    'no-gate': Flags.boolean({default: false, summary: 'Measure only: nothing but errors decides.'}),
    threshold: Flags.string({
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'RULE',
      summary: 'A further rule, as in "closed-loop/env=two-room: spl>=0.7". Repeatable.',
    }),
    'max-model-evals': whole('Model steps one episode may use.'),
    'max-error-share': Flags.string({
      helpValue: 'SHARE',
      summary: 'Share of trials that may end in an error; 0.02 by default.',
    }),
    'allow-skip': Flags.boolean({default: false, summary: 'What was named may be skipped or not run.'}),
    episode: Flags.string({helpValue: 'KEY', summary: 'Run one trial again, as results/failures.json names it.'}),
    'time-limit': Flags.string({
      helpValue: 'DURATION',
      summary: 'End with what is there after this time, such as 10m.',
    }),
    workers: whole('Threads for providers in this process; as many as cores, up to 8, by default. Changes no result.'),
    concurrency: whole('Trials of a remote provider under way at a time; 1 by default. Changes no result.'),
    'fail-fast': Flags.boolean({
      default: false,
      summary: 'End the run once a rule that decides has failed for good; errors beyond the allowed share are one.',
    }),
    list: Flags.boolean({default: false, summary: 'Tell suites, environments and planners; measure nothing.'}),
    show: Flags.string({helpValue: 'SUITE', summary: 'Tell one suite; measure nothing.', exclusive: ['list']}),
    profile: Flags.string({helpValue: 'FILE', summary: 'Configuration profile: JSON, TOML or YAML.'}),
  }

  protected override async contract() {
    return (await import('#contract/generated/eval-result')).evalResult
  }

  protected override async perform() {
    const {flags} = await this.parse(Eval)
    if (flags.list) return (await import('#eval/eval-catalogue')).evalList()
    if (flags.show !== undefined) return (await import('#eval/eval-catalogue')).evalShow(flags.show)
    const {requestOf} = await import('#eval/plan/eval-flags')
    const {runEval} = await import('#eval/run-eval')
    const order = {
      commandArgv: ['eval', ...this.argv],
      workingDirectory: this.hall.cwd,
      workspace: flags['workspace-dir'],
      profilePath: flags.profile,
      gatePath: flags.gate,
      translator: flags.translator,
      recompute: flags.recompute,
      baseline: flags.baseline,
      outputFormat: this.givenFormat,
      request: requestOf(flags),
    }
    if (flags.selftest) {
      const {files, clock, redactor} = await this.ports()
      const {runSelftest} = await import('#eval/run-selftest')
      return await runSelftest(order, {reader: files.reader, clock, redactor})
    }
    return await runEval(order, await this.ports(), this.signal)
  }
}
