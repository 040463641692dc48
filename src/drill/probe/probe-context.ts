import type {Observation} from '../model/expectation.ts'
import type {DrillPorts} from '../site/drill-ports.ts'
import type {Site} from '../site/open-site.ts'

/** Looks, and changes nothing. Whatever it throws, it saw nothing. */
export type ProbeWay = (
  args: Readonly<Record<string, unknown>>,
  context: {readonly site: Site; readonly ports: DrillPorts; readonly signal: AbortSignal},
) => Promise<Observation>
