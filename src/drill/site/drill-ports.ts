import type {MeasurementPorts} from '#measurement/ports'

/** What drills need of the machine. */
export type DrillPorts = Pick<
  MeasurementPorts,
  | 'files'
  | 'clock'
  | 'entropy'
  | 'redactor'
  | 'processes'
  | 'neighbours'
  | 'programs'
  | 'children'
  | 'env'
  | 'space'
  | 'partingWords'
  | 'serveHttp'
>
