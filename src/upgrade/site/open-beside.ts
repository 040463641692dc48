import type {HostSetting} from '#host/execute/load-setting'
import {targetOf} from '#host/model/target'
import type {MeasurementPorts} from '#measurement/ports'
import {openSight, type Sight} from './open-sight.ts'

/** The new node of a blue-green upgrade, and what users see: each as if it were the node. */
export interface Beside {
  readonly setting: HostSetting
  readonly sight: Sight
  readonly front: Sight
}

export function openBeside(setting: HostSetting, ports: MeasurementPorts): Beside & AsyncDisposable {
  const green = elsewhere(setting, ({green_url}) => green_url)
  const sight = openSight(green, ports)
  const front = openSight(
    elsewhere(setting, () => setting.target.publicUrl),
    ports,
  )
  return {
    setting: green,
    sight,
    front,
    [Symbol.asyncDispose]: async () => {
      await sight[Symbol.asyncDispose]()
      await front[Symbol.asyncDispose]()
    },
  }
}

type Node = HostSetting['target']['profile']['nodes'][number]

/** The nodes at other addresses. Their metrics are told at the old ones alone. */
function elsewhere(setting: HostSetting, urlOf: (node: Node) => string | undefined): HostSetting {
  const {public_url: _, ...profile} = setting.target.profile
  const nodes = profile.nodes.map(({metrics_url: _old, ...node}) => ({...node, base_url: urlOf(node) ?? node.base_url}))
  return {...setting, target: targetOf({...profile, nodes}, setting.target.sha256)}
}
