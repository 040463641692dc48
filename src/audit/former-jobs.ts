import type {Report} from '#report/report'
import {AuditBook, type AuditSubject} from './audit.ts'
import {expectJob, type ItemReports} from './expect-job.ts'
import {isExpectation} from './expectation.ts'

/** The reports of items with those in `drawn` in the forms of earlier versions, a map a version. */
export function formerItems(reports: ItemReports, drawn: ReadonlyMap<string, readonly Report[]>): ItemReports[] {
  const most = Math.max(0, ...[...drawn.values()].map(({length}) => length))
  return Array.from(
    {length: most},
    (_, at): ItemReports => new Map([...reports].map(([id, report]) => [id, drawn.get(id)?.[at] ?? report])),
  )
}

/** The report of a job with those of its items in the forms of earlier versions. */
export function formerReports(subject: AuditSubject, formers: readonly ItemReports[]): Report[] {
  const found = formers.map((reports) => expectJob(subject, reports, new AuditBook()))
  return found.filter(isExpectation).map(({outcome}) => outcome.report)
}
