import {globSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {BIN, type Ended, start} from '../spawned.ts'
import type {TestSite} from './test-site.ts'

/** A driver as an operator starts it: a process of its own. */
export function startDriver(site: TestSite, words: readonly string[]) {
  return start([BIN, 'node', ...words, '--target', 'target.json', '--format', 'json', '--quiet'], site.folder, site.env)
}

/** The ledger of the newest upgrade of a site, as it lies on the disk; empty before there is one. */
export function ledgerText(site: TestSite): string {
  const file = globSync('runs/.state/upgrades/*/ledger.ndjson', {cwd: site.folder}).sort().at(-1)
  return file === undefined ? '' : readFileSync(join(site.folder, file), 'utf8')
}

/** SIGKILL to a driver as soon as its ledger says that it means to do a step. False where it ended before. */
export async function killDriverAt(site: TestSite, words: readonly string[], step: string, way: 'forth' | 'back') {
  const before = intentsOf(site, step, way)
  const driver = startDriver(site, words)
  let end: Ended | undefined
  void driver.ended.then((one) => {
    end = one
  })
  while (end === undefined && intentsOf(site, step, way) === before) await new Promise((wake) => setTimeout(wake, 5))
  driver.child.kill('SIGKILL')
  return (await driver.ended).signal === 'SIGKILL'
}

function intentsOf(site: TestSite, step: string, way: 'forth' | 'back'): number {
  const lines = ledgerText(site).split('\n')
  return lines.filter((line) => line.includes('"intent"') && line.includes(`"${step}"`) && line.includes(`"${way}"`))
    .length
}

/** What a driver tells at its end. */
export function toldBy({out}: Ended): {
  readonly state: string
  readonly exit: {readonly code: number; readonly reason: string}
} {
  return JSON.parse(out)
}
