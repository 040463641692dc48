import {AssayError} from '#error/assay-error'
import type {ActionWay} from './action-context.ts'

/** People are handed the sheet. */
export const openSheet: ActionWay = async (_, {site}) => {
  site?.sheet.open()
  return site === undefined ? 'noop' : 'done'
}

/** The sheet is taken back, however much is filled in. */
export const withdrawSheet: ActionWay = async (_, {site}) => (site?.sheet.close() === true ? 'done' : 'noop')

/** The sheet is handed in, once every question has its answer. */
export const handInSheet: ActionWay = async (_, {site}) => {
  const {left = []} = site?.sheet ?? {}
  if (left.length > 0) throw new AssayError('invalid_input', `the sheet is not complete: ${left.join(', ')}`)
  return site?.sheet.close() === true ? 'done' : 'noop'
}
