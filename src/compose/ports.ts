import type {OpenKeyring} from '#keyring/keyring'
import type {MeasurementPorts} from '#measurement/ports'
import type {ServeHttp} from '#net/http-server'
import type {Globs} from '#path/glob'
import type {Children} from '#process/children'

/** What a use case may ask for, as plain values: what costs something to build or to read is behind a function. */
export interface Ports extends MeasurementPorts {
  readonly children: Children
  readonly keyring: OpenKeyring
  readonly globs: Globs
  readonly serveHttp: ServeHttp
}
