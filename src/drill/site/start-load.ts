import type {DrillPorts} from './drill-ports.ts'
import {type CommandEnd, type CommandPlace, commandEnd} from './run-command.ts'

interface Load {
  readonly control: AbortController
  readonly ended: Promise<void>
  isRunning: boolean
  /** Undefined for one that was stopped. */
  end: CommandEnd | undefined
}

/** Commands that run beside the drill, by the names that it gives them. */
export class SiteLoads {
  readonly #site: CommandPlace
  readonly #ports: DrillPorts
  readonly #loads = new Map<string, Load>()

  constructor(site: CommandPlace, ports: DrillPorts) {
    this.#site = site
    this.#ports = ports
  }

  start(name: string, argv: readonly string[]): void {
    const control = new AbortController()
    const work = commandEnd(argv, this.#site, this.#ports, control.signal).catch(() => undefined)
    const ended = work.then((end) => {
      load.end = end
      load.isRunning = false
    })
    const load: Load = {control, ended, isRunning: true, end: undefined}
    this.#loads.set(name, load)
  }

  /** `exit` is -1 as long as it runs, and for one that was stopped: how it ended is nobody's doing but ours. */
  seen(name: string): Readonly<Record<string, unknown>> {
    const load = this.#loads.get(name)
    if (load === undefined) return {started: false, running: false, exit: -1, text: ''}
    return {started: true, running: load.isRunning, ...(load.end ?? {exit: -1, text: ''})}
  }

  /** False where it had ended by itself. */
  async stop(name: string): Promise<boolean> {
    const load = this.#loads.get(name)
    const wasRunning = load?.isRunning ?? false
    load?.control.abort('the drill ends it')
    await load?.ended
    return wasRunning
  }

  async close(): Promise<void> {
    for (const name of this.#loads.keys()) await this.stop(name)
  }
}
