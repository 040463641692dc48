import type {Variables} from '#process/variables'

/** Whether colours are wanted: never with `--no-color` or NO_COLOR, always with FORCE_COLOR, else on a terminal that is not dumb. */
export function wantsColour(env: Variables, isTerminal: boolean, noColourFlag: boolean): boolean {
  if (noColourFlag || env['NO_COLOR']) return false
  if (env['FORCE_COLOR']) return env['FORCE_COLOR'] !== '0'
  return isTerminal && env['TERM'] !== 'dumb'
}
