import {nodeUpgradePlan} from '#contract/generated/node-upgrade-plan'
import type {NodeUpgradePlan} from '#contract/generated/types'
import {isRecord} from '#contract/is-record'
import {issuesOf} from '#contract/parse'
import {hasMarks} from '#redact/mark'
import {RESULT} from '#run/layout'
import type {RecordedRun} from '#run/read-recorded'
import {planDigest} from '#upgrade/model/upgrade-plan'
import {readJson} from './recorded-facts.ts'

const PLAN = 'inputs/plan.json'
/** Members that a plan, the result of its upgrade and the summary of its run all contain. */
const TOLD_TWICE = ['from', 'to', 'strategy'] as const

/** Faults of the plan that a run of an upgrade stores: it must have the digest that it and the run state, and the releases that the result states. */
export function upgradePlanFaults(run: RecordedRun): {path: string; message: string}[] {
  const text = run.text(PLAN) ?? ''
  const plan = readJson(text)
  if (issuesOf(nodeUpgradePlan, plan)) return [{path: PLAN, message: 'is missing, or no plan'}]
  const known = plan as NodeUpgradePlan
  const summary: Readonly<Record<string, unknown>> = run.manifest.input_summary
  const result = readJson(run.text(RESULT))
  const others = [summary, ...(isRecord(result) ? [result] : [])]
  const isSound = hasMarks(text) || planDigest(known) === known.plan_sha256
  const unlike = TOLD_TWICE.filter((key) => others.some((told) => told[key] !== known[key]))
  const messages = [
    ...(isSound ? [] : ['has another digest than it says']),
    ...(summary['plan_sha256'] === known.plan_sha256 ? [] : ['is not the plan that the run names']),
    ...unlike.map((key) => `/${key} is told otherwise by the run or its result`),
  ]
  return messages.map((message) => ({path: PLAN, message}))
}
