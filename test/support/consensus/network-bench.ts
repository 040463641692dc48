import type {NodeCheckResult} from '#contract/generated/types'
import {releaseProgram} from '../built-home.ts'
import {eventually} from '../eventually.ts'
import {setFault} from '../node-control.ts'
import {checkNetwork} from './check-network.ts'
import type {NetworkRow} from './network-rows.ts'
import {makeTestNetwork, type Standing, type TestNetwork} from './test-network.ts'

const BLOCK_TIME_MS = 300
const COUNT = 4
/** More than heights of healthy nodes may be apart. */
const FAR_BEHIND = 15

/** Four nodes of 1.0.1 that agree, each in a process of its own; every row begins and ends with all of them well. */
export class NetworkBench implements AsyncDisposable {
  readonly #net: TestNetwork

  private constructor(net: TestNetwork) {
    this.#net = net
  }

  static async open(): Promise<NetworkBench> {
    const options = {program: releaseProgram('1.0.1'), flags: ['--allow-faults']}
    const bench = new NetworkBench(await makeTestNetwork(COUNT, BLOCK_TIME_MS, options))
    await bench.#net.start(...bench.#places)
    await bench.#well()
    return bench
  }

  /** What `node check` says while nothing is wrong. */
  honest(): Promise<NodeCheckResult> {
    return this.#ask()
  }

  /** What it says once this has had its effect. Afterwards all are well again, or this throws. */
  async check(row: NetworkRow): Promise<NodeCheckResult> {
    const struck = await this.#chosen(row)
    const result = await (row.release === undefined ? this.#withFault(row, struck) : this.#withRelease(row, struck))
    await this.#well()
    return result
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#net[Symbol.asyncDispose]()
  }

  get #places(): number[] {
    return Array.from({length: COUNT}, (_, at) => at)
  }

  async #withFault({fault = '', args, ...row}: NetworkRow, struck: readonly number[]): Promise<NodeCheckResult> {
    const others = this.#places.filter((at) => !struck.includes(at)).map(nameAt)
    await using held = new AsyncDisposableStack()
    for (const at of struck) {
      const node = this.#net.nodes[at]
      if (node !== undefined) held.use(await setFault(node, fault, args?.(nameAt(at), others), 600))
    }
    await this.#shown(row, struck)
    return await this.#ask()
  }

  async #withRelease(row: NetworkRow, struck: readonly number[]): Promise<NodeCheckResult> {
    const [at = 0] = struck
    await this.#net.kill(at)
    await this.#net.startAs(releaseProgram(row.release ?? ''), at)
    await this.#shown(row, struck)
    const result = await this.#ask()
    await this.#net.kill(at)
    await this.#net.start(at)
    return result
  }

  #ask(): Promise<NodeCheckResult> {
    return checkNetwork(this.#net, BLOCK_TIME_MS, ['--mode', 'quick'])
  }

  #standings(): Promise<Standing[]> {
    return Promise.all(this.#places.map((at) => this.#net.status(at)))
  }

  /** The leader first. */
  async #chosen({struck = 1}: Pick<NetworkRow, 'struck'>): Promise<number[]> {
    const leader = (await this.#standings()).findIndex(({is_leader: leads}) => leads)
    return Array.from({length: struck}, (_, n) => (Math.max(0, leader) + n) % COUNT)
  }

  async #shown({isHalting, isBorne}: NetworkRow, struck: readonly number[]): Promise<void> {
    const before = await this.#standings()
    const grown = (all: readonly Standing[], at: number) =>
      (all[at]?.block_height ?? 0) >= (before[at]?.block_height ?? 0) + FAR_BEHIND
    await eventually('the fault shows', async () => {
      const all = await this.#standings()
      if (isHalting) return all.every(({state}) => state !== 'active')
      return this.#places.every((at) => (!isBorne && struck.includes(at)) || grown(all, at))
    })
  }

  async #well(): Promise<void> {
    await eventually('all are well', async () => {
      const all = await this.#standings()
      return all.every(({synced, state}) => synced && state === 'active')
    })
  }
}

function nameAt(at: number): string {
  return `v${at + 1}`
}
