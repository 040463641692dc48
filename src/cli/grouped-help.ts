import type {Command} from '@oclif/core/command'
import {CommandHelp} from '@oclif/core/help'
import {RUN_GROUP, SHARED_GROUP} from './shared-flags.ts'

/** From what somebody comes for to what every command has; what has another heading stands between, by its name. */
const FIRST = ['TRIAL', 'SIZE', 'VERDICT', 'LISTING', RUN_GROUP]

/** Help of one command: groups of flags in an order of ours, and a usage line that leaves flags to them. */
export class GroupedHelp extends CommandHelp {
  protected override groupFlags(flags: Command.Flag.Any[]) {
    const {mainFlags, flagGroups} = super.groupFlags(flags)
    const ordered = Object.entries(flagGroups).sort(([a], [b]) => byGroup(a, b))
    return {mainFlags, flagGroups: Object.fromEntries(ordered)}
  }

  protected override defaultUsage(): string {
    const {id, args, flags} = this.command
    const must = Object.values(flags).filter(({required}) => required)
    const needed = must.map((flag) => `--${flag.name} ${('helpValue' in flag && flag.helpValue) || 'VALUE'}`)
    return [id, ...Object.values(args).map((arg) => this.arg(arg)), ...needed, '[flags]'].join(' ')
  }
}

/** The order of groups of flags, by their names. */
export function byGroup(a: string, b: string): number {
  return rank(a) - rank(b) || (a < b ? -1 : 1)
}

function rank(group: string): number {
  if (group === SHARED_GROUP) return FIRST.length + 1
  const at = FIRST.indexOf(group)
  return at < 0 ? FIRST.length : at
}
