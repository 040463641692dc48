import {composeRedactor} from '#compose/compose-redactor'
import {AssayError} from '#error/assay-error'
import type {ExitCode} from '#error/exit'
import type {Hall} from './hall.ts'
import {tellError} from './tell-error.ts'

/** The verdict stands in the run, but whoever asked for it here did not get it. */
export async function tellLost(fault: Error, hall: Hall): Promise<ExitCode> {
  const isFull = 'code' in fault && (fault.code === 'ENOSPC' || fault.code === 'EDQUOT')
  const error = new AssayError(isFull ? 'disk_full' : 'io_error', 'standard output could not be written whole', {
    hint: 'Make room and ask again. What a run measured is kept: assay runs show tells it.',
    cause: fault,
  })
  return await tellError(error, hall, {json: false, logLevel: 'error', redactor: composeRedactor(hall)})
}
