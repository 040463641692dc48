import {openEvalLibrary} from '#eval/open-library'
import {serveTrials} from '#eval/trial/serve-trials'
import type {TrialOrder, TrialReply} from '#eval/trial/trial-order'
import {Assay} from '#provider/assay'
import {systemClock} from '#random/system-clock'
import {composeRedactor} from './compose.ts'
import type {Hall} from './hall.ts'

/** The answering side of a thread that runs trials: a library of its own, which only knows providers that live in this process. */
export function composeThread(hall: Pick<Hall, 'env' | 'cwd'>): (order: TrialOrder) => Promise<TrialReply> {
  const redactor = composeRedactor(hall)
  return serveTrials(
    (limits, handler) => openEvalLibrary((eventHandler) => new Assay({limits, eventHandler, redactor}), handler),
    systemClock,
  )
}
