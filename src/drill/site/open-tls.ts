import {join} from 'node:path'
import type {DrillTarget} from '#contract/generated/types'
import {makeFolders} from '#path/make-folders'
import {writeAtomic} from '#path/write-atomic'
import {AUTHORITY_FILE, nodeIn, TLS_CERT, TLS_KEY} from '../model/site-layout.ts'
import type {DrillPorts} from './drill-ports.ts'
import {type Authority, issueLeaf, makeAuthority, makeLeafKey} from './make-certificates.ts'

const DAYS = 90

/** Whether anything of a drill speaks TLS. */
export const speaksTls = ({tls, receivers = []}: DrillTarget) =>
  tls === true || receivers.some((one) => one.tls === true)

/** What a receiver of webhooks shows to who connects: the one that the nodes trust, and one signed by nobody else. PEM. */
export interface ReceiverIdentities {
  readonly key: string
  readonly trusted: string
  readonly untrusted: string
}

/** Certificates of what a drill starts. Its processes trust who signed them; nobody else does. */
export class SiteTls {
  readonly #home: string
  readonly #authority: Authority
  readonly #ports: DrillPorts

  private constructor(home: string, ports: DrillPorts) {
    this.#home = home
    this.#ports = ports
    this.#authority = makeAuthority(ports)
  }

  static async open(home: string, ports: DrillPorts): Promise<SiteTls> {
    const tls = new SiteTls(home, ports)
    await tls.#write(join(home, AUTHORITY_FILE), tls.authority)
    return tls
  }

  /** PEM. */
  get authority(): string {
    return this.#authority.certificate
  }

  /** A key and a certificate for a node that has none. */
  async equip(name: string): Promise<void> {
    const folder = nodeIn(this.#home, name)
    await makeFolders(folder, this.#ports.files.directories)
    await this.#write(join(folder, TLS_KEY), makeLeafKey())
    await this.renew(name, DAYS)
  }

  /** Another certificate for the key of a node, in the place of that which it has. */
  async renew(name: string, days: number): Promise<void> {
    const folder = nodeIn(this.#home, name)
    const key = new TextDecoder().decode(this.#ports.files.reader.read(join(folder, TLS_KEY)))
    await this.#write(join(folder, TLS_CERT), issueLeaf({key, days, signer: this.#authority}, this.#ports))
  }

  receiverIdentities(): ReceiverIdentities {
    const key = makeLeafKey()
    const trusted = issueLeaf({key, days: DAYS, signer: this.#authority}, this.#ports)
    return {key, trusted, untrusted: issueLeaf({key, days: DAYS}, this.#ports)}
  }

  #write(path: string, pem: string): Promise<void> {
    return writeAtomic(path, this.#ports.redactor.bytes(Buffer.from(pem)), this.#ports)
  }
}
