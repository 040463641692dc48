import type {
  NodeAccount,
  NodeAccountAddResult,
  NodeAccountListResult,
  NodeAccountRemoveResult,
  NodeAccountUseResult,
} from '#contract/generated/types'
import {exitNamed} from '#error/exit'
import type {Report} from '#report/report'
import type {AccountBook} from './account-book.ts'

/** An account of a book as documents tell it. */
export function accountRow(host: string, account: string, {standard, owners}: AccountBook): NodeAccount {
  return {
    host,
    account,
    default: standard === account,
    owners: owners.flatMap(([owner, name]) => (name === account ? [owner] : [])),
  }
}

export function addOutcome(account: NodeAccount, isNew: boolean): {result: NodeAccountAddResult; report: Report} {
  const said = isNew ? 'the token is in the keyring' : 'the keyring held this token already'
  const exit = exitNamed('ok', said)
  return {
    result: {schema_version: 1, command: 'node account add', exit, account, is_new: isNew},
    report: accountReport('Account added', account, [said]),
  }
}

export function useOutcome(account: NodeAccount): {result: NodeAccountUseResult; report: Report} {
  const exit = exitNamed('ok', 'taken from now on')
  return {
    result: {schema_version: 1, command: 'node account use', exit, account},
    report: accountReport('Account taken', account, []),
  }
}

export function removeOutcome(
  host: string,
  account: string,
  {standard}: AccountBook,
): {result: NodeAccountRemoveResult; report: Report} {
  const exit = exitNamed('ok', 'its token is no more in the keyring')
  const facts = [
    {label: 'Host', value: host},
    {label: 'Account', value: account},
    {label: 'Taken by default', value: standard ?? 'none'},
  ]
  const remarks = ['The token itself is still valid: revoke it at the host.']
  return {
    result: {schema_version: 1, command: 'node account remove', exit, host, account, default: standard ?? null},
    report: {title: 'Account removed', status: 'pass', facts, tables: [], cases: [], remarks},
  }
}

export function accountListOutcome(accounts: NodeAccount[]): {result: NodeAccountListResult; report: Report} {
  const exit = exitNamed('ok', accounts.length === 1 ? '1 account' : `${accounts.length} accounts`)
  const rows = accounts.map((one) => [one.host, one.account, one.default, one.owners.join(' '), one.kept ?? null])
  const columns = ['host', 'account', 'default', 'owners', 'kept']
  return {
    result: {schema_version: 1, command: 'node account list', exit, accounts},
    report: {
      title: 'Accounts',
      status: 'pass',
      facts: [],
      tables: [{name: 'accounts', columns, rows}],
      cases: [],
      remarks: accounts.length === 0 ? ['None is kept. assay node account add --host URL keeps one.'] : [],
    },
  }
}

function accountReport(title: string, account: NodeAccount, remarks: string[]): Report {
  const facts = [
    {label: 'Host', value: account.host},
    {label: 'Account', value: account.account},
    {label: 'Taken by default', value: account.default ? 'yes' : 'no'},
    ...(account.owners.length > 0 ? [{label: 'Taken for', value: account.owners.join(' ')}] : []),
  ]
  return {title, status: 'pass', facts, tables: [], cases: [], remarks}
}
