import {withNames, withoutNames} from '../model/site-change.ts'
import {appendChange} from '../site/read-changes.ts'
import {type ActionWay, namesOf, textOf} from './action-context.ts'

/** Variables go from the application and from commands; whoever asks next is asked without them. */
export const unsetVariables: ActionWay = (args, {folder, ports}) =>
  changed(appendChange(folder, (now) => ({...now, unset: withNames(now.unset, namesOf(args, 'names'))}), ports))

export const restoreVariables: ActionWay = (args, {folder, ports}) =>
  changed(appendChange(folder, (now) => ({...now, unset: withoutNames(now.unset, namesOf(args, 'names'))}), ports))

/** A package cannot be resolved any more, as if nobody had installed it. */
export const blockPackage: ActionWay = (args, {folder, ports}) =>
  changed(appendChange(folder, (now) => ({...now, blocked: withNames(now.blocked, [textOf(args, 'package')])}), ports))

export const unblockPackage: ActionWay = (args, {folder, ports}) =>
  changed(
    appendChange(folder, (now) => ({...now, blocked: withoutNames(now.blocked, [textOf(args, 'package')])}), ports),
  )

async function changed(change: Promise<boolean>) {
  return (await change) ? ('done' as const) : ('noop' as const)
}
