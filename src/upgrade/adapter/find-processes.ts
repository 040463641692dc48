import type {MeasurementPorts} from '#measurement/ports'
import type {ProcessIdentity} from '#process/process-table'
import {dataFolder, type EmbeddedPlaces, nodeFolder, recordAt} from './embedded-places.ts'

type Ports = Pick<MeasurementPorts, 'neighbours' | 'files'>

/**
 * Processes of a node: those that run in its folder, and the one that says in `data/serving.json` that it serves the data, wherever it was started. A number in a
 * file may be out of date, so it counts only while that process has data of the node open. Undefined where the system does not tell.
 */
export function findProcesses(places: EmbeddedPlaces, node: string, ports: Ports): ProcessIdentity[] | undefined {
  const {neighbours, files} = ports
  // The system tells folders without symbolic links.
  const real = (path: string) => files.reader.real(path) ?? path
  const there = neighbours.inFolder(real(nodeFolder(places, node)))
  if (there === undefined) return undefined
  const serving = findServing(places, node, ports)
  return serving === undefined || there.some(({pid}) => pid === serving.pid) ? [...there] : [...there, serving]
}

/** The process that says that it serves the data of a node, and has them open. */
export function findServing(places: EmbeddedPlaces, node: string, ports: Ports): ProcessIdentity | undefined {
  const data = dataFolder(places, node)
  const noted = notedPid(`${data}/serving.json`, ports)
  return noted === undefined ? undefined : ports.neighbours.holding(noted, ports.files.reader.real(data) ?? data)
}

function notedPid(path: string, {files}: Ports): number | undefined {
  const pid = recordAt(path, files.reader)?.['pid']
  return typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0 ? pid : undefined
}
