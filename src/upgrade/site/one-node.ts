import type {HostSetting} from '#host/execute/load-setting'
import {targetOf} from '#host/model/target'

/** A target as if it had one node alone, for nodes keep their own repositories and accounts. Unless `isWriting`, nothing is made there. */
export function oneNode(setting: HostSetting, name: string, isWriting = true): HostSetting {
  const {target, token, nodeTokens} = setting
  const {public_url: _, ...profile} = target.profile
  const node = profile.nodes.find((one) => one.name === name)
  if (node === undefined) return setting
  const checks = {...profile.checks, mutate: isWriting && target.checks.mutate}
  return {
    ...setting,
    target: targetOf({...profile, nodes: [node], checks}, target.sha256),
    token: nodeTokens.get(name) ?? token,
    nodeTokens: new Map(),
  }
}
