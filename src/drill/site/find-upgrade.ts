import {findUpgrades, type KeptUpgrade} from '#upgrade/site/find-upgrades'
import {SITE_TARGET} from '../model/site-layout.ts'
import type {DrillPorts} from './drill-ports.ts'

/** The newest upgrade of the nodes of a drill, as its ledger tells it at this moment. */
export function newestUpgrade(
  {home}: {readonly home: string},
  ports: Pick<DrillPorts, 'files'>,
): KeptUpgrade | undefined {
  return findUpgrades(home, SITE_TARGET, ports).at(-1)
}
