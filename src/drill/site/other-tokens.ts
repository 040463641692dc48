import {nodeTokenFile, tokenVariable} from '../model/site-layout.ts'
import type {DrillPorts} from './drill-ports.ts'

/** Tokens of nodes that have users of their own, since the driver of upgrades asks each as its administrator. */
export class OtherTokens {
  readonly #home: string
  readonly #ports: Pick<DrillPorts, 'files' | 'redactor'>
  readonly #tokens = new Map<string, string>()

  constructor(home: string, ports: Pick<DrillPorts, 'files' | 'redactor'>) {
    this.#home = home
    this.#ports = ports
  }

  get variables(): Record<string, string> {
    return Object.fromEntries([...this.#tokens].map(([name, token]) => [tokenVariable(name), token]))
  }

  of(name: string): string | undefined {
    return this.#tokens.get(name)
  }

  /** Nothing where the node has none. */
  take(name: string): void {
    const {files, redactor} = this.#ports
    const path = nodeTokenFile(this.#home, name)
    if (files.reader.facts(path) === undefined) return
    const token = new TextDecoder().decode(files.reader.read(path)).trim()
    redactor.register(token)
    this.#tokens.set(name, token)
  }
}
