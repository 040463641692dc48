import type {NodeCheckMode, RunManifest} from '#contract/generated/types'
import {digestOf} from '#digest/canonical-json'
import {AssayError} from '#error/assay-error'
import {nearestNames, nearestQuestion} from '#error/nearest'
import type {Order, Planned} from '#measurement/order'
import type {MeasurementPorts} from '#measurement/ports'
import type {RunDescription} from '#run/run-recorder'
import {type Check, type CheckWishes, isInMode, type NodeBefore} from '../check/check.ts'
import {CHECK_IDS, NODE_CHECKS} from '../check/checks.ts'
import type {NodeCheckRequest} from '../model/host-options.ts'
import {exactRelease, type Release, releaseText} from '../model/version.ts'
import {type ObservedCourse, observedCourseOf, wishesOf} from './check-wishes.ts'
import {type HostSetting, loadSetting} from './load-setting.ts'
import {readBefore} from './read-before.ts'

/** A check run before it exists. */
export interface NodeCheckPlan {
  readonly setting: HostSetting
  readonly mode: NodeCheckMode
  readonly checks: readonly Check[]
  readonly named: ReadonlySet<string>
  readonly skip: ReadonlySet<string>
  readonly to: Release | undefined
  readonly before: NodeBefore | undefined
  readonly wishes: CheckWishes
  /** Undefined where each check is asked once. */
  readonly course: ObservedCourse | undefined
  readonly parents: RunManifest['parents']
}

/** Throws as `loadSetting` does; `usage` for a check that does not exist, a release that is none or a baseline of another target; `run_not_found` and `file_unreadable` for a baseline that cannot be used. */
export async function planCheck(
  order: Order<NodeCheckRequest>,
  ports: MeasurementPorts,
): Promise<Planned<NodeCheckPlan>> {
  const {mode = 'standard', only = [], skip = [], baseline, to} = order.request
  const wishes = wishesOf(order.request)
  const course = observedCourseOf(order.request)
  const setting = await loadSetting(order, ports)
  checkNames('--only', only)
  checkNames('--skip', skip)
  const both = only.find((name) => skip.includes(name))
  if (both !== undefined)
    throw new AssayError('usage', `--only asks for ${both} and --skip leaves it out`, {hint: 'Give one of them.'})
  const release = to === undefined ? undefined : exactRelease(to)
  if (to !== undefined && release === undefined) {
    throw new AssayError('usage', '--to names no release', {hint: 'Give all three numbers, such as 1.2.0.', given: to})
  }
  const place = {workspace: setting.workspace, cwd: order.workingDirectory, target: setting.target.profile}
  const found = baseline === undefined ? undefined : readBefore(baseline, place, ports.files.reader)
  if (wishes.sweepOlderMs !== undefined && !setting.target.checks.mutate) {
    throw new AssayError('usage', '--sweep removes things, and the target does not allow that', {
      hint: 'Set checks.mutate: true in the target.',
    })
  }
  const checks = NODE_CHECKS.filter((check) =>
    check.isAsked === undefined
      ? only.length > 0
        ? only.includes(check.id)
        : isInMode(check, mode)
      : check.isAsked(wishes),
  )
  if (checks.every(({id}) => skip.includes(id))) {
    throw new AssayError('usage', `--skip leaves out every check of mode ${mode}`, {
      hint: 'Leave one to be asked; docs/node-checks.md lists the checks of each mode.',
    })
  }
  const off = new Set([...skip, ...setting.target.checks.skip])
  const plan = {
    setting,
    mode,
    checks,
    named: new Set(only),
    skip: off,
    to: release,
    before: found?.before,
    wishes,
    course,
    parents: found?.parents ?? [],
  }
  return {plan, workspace: setting.workspace}
}

function checkNames(flag: string, names: readonly string[]): void {
  const unknown = names.find((name) => !CHECK_IDS.includes(name))
  if (unknown === undefined) return
  throw new AssayError('usage', `${flag} names no check`, {
    given: unknown,
    hint: nearestQuestion(nearestNames(unknown, CHECK_IDS)) ?? 'docs/node-checks.md lists the checks.',
  })
}

/** Checks that decide even where they were skipped: those of the target, those that were named, and those that a baseline or a release were given for. */
export function mustRun(
  {named, setting, before, to}: NodeCheckPlan,
  {id, isAsked}: Pick<Check, 'id' | 'isAsked'>,
): boolean {
  if (isAsked !== undefined) return true
  if (named.has(id) || setting.target.checks.required.includes(id)) return true
  if (before !== undefined && /^data\.(repos|refs|accounts)$/.test(id)) return true
  return to !== undefined && id === 'ver.running'
}

export function describeCheck(plan: NodeCheckPlan): RunDescription {
  const {setting, mode, checks, to, parents} = plan
  const {target, argv, envSummary} = setting
  const asked = {
    mode,
    checks: checks.map(({id}) => id),
    skip: [...plan.skip].sort(),
    to: to ? releaseText(to) : null,
    ...(plan.course && {for_ms: plan.course.forMs, every_ms: plan.course.everyMs}),
  }
  return {
    kind: 'node',
    command: 'node check',
    commandArgv: argv,
    providers: [],
    capabilities: [],
    operations: ['node.check'],
    envSummary,
    inputSummary: {
      target: target.profile.alias,
      mode,
      checks: checks.length,
      to: asked.to,
      target_sha256: target.sha256,
    },
    inputDigest: digestOf(asked),
    parents,
    inputs: [
      {path: 'inputs/target.json', label: 'target', kind: 'input', content: {json: target.profile}},
      {
        path: 'inputs/request.json',
        label: 'request',
        kind: 'input',
        content: {json: {schema_version: 1, kind: 'node-check-request', ...asked}},
      },
    ],
  }
}
