import type {RunsVerifyResult} from '#contract/generated/types'
import type {Report} from '#report/report'

/** The report of a verification: one case per check, and every finding in a table. */
export function verifyReport(result: RunsVerifyResult): Report {
  const {findings} = result
  const messages = Map.groupBy(findings, (finding) => finding.check)
  return {
    title: `${result.target === 'bundle' ? 'Bundle' : 'Run'} ${result.run_id ?? 'of an unknown run'}`,
    status: result.exit.code === 0 ? 'pass' : 'fail',
    facts: [
      {label: 'Path', value: result.path},
      {label: 'Verdict of the run', value: result.verdict ?? null},
      {label: 'First bad path', value: result.first_bad_path},
      {label: 'Complete', value: result.complete},
      {label: 'Files', value: result.file_count},
      {label: 'Payload bytes', value: result.payload_bytes},
      {label: 'Signed', value: result.signed.present},
      {label: 'Signature verified', value: result.signed.verified},
      {label: 'Names key id', value: result.signed.key_id},
    ],
    tables:
      findings.length === 0
        ? []
        : [
            {
              name: 'Findings',
              columns: ['check', 'path', 'code', 'message'],
              rows: findings.map(({check, path, code, message}) => [check, path ?? null, code, message]),
            },
          ],
    cases: result.checks.map(({name, ok, detail}) => {
      const [first] = messages.get(name) ?? []
      const message = first ? `${first.path ?? ''} ${first.message}`.trim() : detail
      return {
        suite: 'verify',
        name,
        status: ok ? 'passed' : 'failed',
        ...(!ok && first && {type: first.code}),
        ...(message !== undefined && {message}),
      }
    }),
    remarks: remarksOn(result),
  }
}

function remarksOn({complete, signed, checks, finding_count, findings}: RunsVerifyResult): string[] {
  const remarks: string[] = []
  if (complete === false) remarks.push('The evidence says of itself that it is incomplete.')
  if (signed.present && signed.verified === null) remarks.push('The signature was not checked: give --key.')
  if (!signed.present) remarks.push('Not signed: the digests show that it is whole, not who made it.')
  // A run whose making was not recorded here passes, but users of its digests should know that.
  const unseen = checks.find(({name, ok, detail}) => name === 'ledger' && ok && detail !== undefined)?.detail
  if (unseen) remarks.push(`Note that ${unseen}.`)
  if (finding_count > findings.length) remarks.push(`${finding_count - findings.length} more findings are not listed.`)
  return remarks
}
