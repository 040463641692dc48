import type {AddressPolicy} from '#net/address-policy'
import type {Variables} from '#process/variables'
import type {Provider} from '../model/provider.ts'
import type {CatalogueEntry} from './catalogue.ts'

/** A provider that the host named: known like one of the catalogue, with its own way to be loaded. */
export interface Extra {
  readonly entry: CatalogueEntry
  load(env: Variables, network: AddressPolicy): Promise<Provider>
}

/** What became of the providers a host named. Those that could not be loaded say why. */
export interface Extras {
  readonly providers: readonly Extra[]
  readonly skipped: readonly {readonly name: string; readonly reason: string}[]
  /** Ends the processes of modules, and settles when they have ended: after the last library that uses them is closed. */
  close(): Promise<void>
}
