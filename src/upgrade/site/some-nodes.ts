import type {HostSetting} from '#host/execute/load-setting'
import {targetOf} from '#host/model/target'

/** A target as if it had no such nodes. */
export function withoutNodes(setting: HostSetting, names: readonly string[]): HostSetting {
  const {profile, sha256} = setting.target
  const nodes = profile.nodes.filter(({name}) => !names.includes(name))
  return {...setting, target: targetOf({...profile, nodes}, sha256)}
}
