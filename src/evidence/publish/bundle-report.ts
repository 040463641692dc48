import type {RunsBundleResult} from '#contract/generated/types'
import type {Report} from '#report/report'
import {leftOutCounts} from './left-out.ts'

/** The report on a bundle: where it is, whether it is complete, and what was left out for which reason. */
export function bundleReport(result: RunsBundleResult): Report {
  const {excluded, redactions} = result
  return {
    title: `Bundle of run ${result.run_id}`,
    status: result.exit.code === 0 ? 'pass' : 'fail',
    facts: [
      {label: 'Path', value: result.path},
      ...(result.archive ? [{label: 'Archive', value: result.archive.path}] : []),
      {label: 'Verdict of the run', value: result.verdict ?? null},
      {label: 'Complete', value: result.complete},
      {label: 'Safe to attach', value: result.safe_to_attach},
      {label: 'Files included', value: result.included_count},
      {label: 'Files excluded', value: leftOutCounts(excluded) || 0},
      {label: 'Payload bytes', value: result.payload_bytes},
      {label: 'Digest of all', value: result.tag_manifest_sha256},
      {label: 'Signed by key', value: result.signed_by?.key_id ?? null},
    ],
    tables: [
      ...(excluded.length > 0
        ? [
            {
              name: 'Left out',
              columns: ['path', 'reason', 'rule', 'line'],
              rows: excluded.map(({path, reason, rule, line}) => [path, reason, rule ?? null, line ?? null]),
            },
          ]
        : []),
      ...(Object.keys(redactions).length > 0
        ? [{name: 'Masked while copying', columns: ['rule', 'count'], rows: Object.entries(redactions)}]
        : []),
    ],
    cases: [],
    remarks: [
      ...(result.ledger ? [result.ledger.sentence] : []),
      ...(result.removed_archives ?? []).map(
        (path) => `Removed ${path}: it held the bundle that was replaced. --archive makes one of this bundle.`,
      ),
      ...result.incomplete_because.map((reason) => `Incomplete: ${reason}.`),
      ...result.next.map((command) => `Next: ${command}`),
    ],
  }
}
