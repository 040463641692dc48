import {composeRedactor} from '#compose/compose-redactor'
import {openEvalLibrary} from '#eval/execute/open-library'
import {serveTrials} from '#eval/execute/serve-trials'
import type {TrialOrder, TrialReply} from '#eval/kit/trial-order'
import {Assay} from '#provider/assay'
import {systemClock} from '#random/system-clock'
import type {Hall} from './hall.ts'

/** The answering side of a thread that runs trials: a library of its own, which only knows providers that live in this process. */
export function composeThread(hall: Pick<Hall, 'env' | 'cwd'>): (order: TrialOrder) => Promise<TrialReply> {
  const redactor = composeRedactor(hall)
  const env = {TRACEPARENT: hall.env['TRACEPARENT']}
  return serveTrials(
    ({policy: limits, translator}, handler) =>
      openEvalLibrary((eventHandler) => new Assay({limits, eventHandler, redactor, env}), handler, {translator}),
    systemClock,
  )
}
