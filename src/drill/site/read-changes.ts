import {isRecord} from '#contract/is-record'
import {writeAtomic} from '#path/write-atomic'
import {NO_CHANGES, type SiteChanges} from '../model/site-change.ts'
import {changesIn} from '../model/site-layout.ts'
import type {DrillPorts} from './drill-ports.ts'

/** What was taken from a site and not given back. */
export function readChanges(site: string, {files}: Pick<DrillPorts, 'files'>): SiteChanges {
  const path = changesIn(site)
  if (files.reader.facts(path) === undefined) return NO_CHANGES
  const value: unknown = JSON.parse(new TextDecoder().decode(files.reader.read(path)))
  const names = (key: string) => (isRecord(value) && Array.isArray(value[key]) ? value[key].map(String) : [])
  return {unset: names('unset'), blocked: names('blocked')}
}

/** Applies a change on disk before anybody works by it. False where it makes no difference. */
export async function appendChange(
  site: string,
  change: (before: SiteChanges) => SiteChanges,
  ports: Pick<DrillPorts, 'files' | 'entropy' | 'redactor'>,
): Promise<boolean> {
  const before = readChanges(site, ports)
  const after = change(before)
  if (JSON.stringify(before) === JSON.stringify(after)) return false
  await writeAtomic(changesIn(site), ports.redactor.json(after), ports)
  return true
}
