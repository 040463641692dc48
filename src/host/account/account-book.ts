import {isRecord} from '#contract/is-record'
import {isAccountName} from './account-name.ts'

/** Which accounts a place has, and which is taken for whom. Names in the order in which they came. */
export interface AccountBook {
  readonly accounts: readonly string[]
  /** Taken where nothing else says which. */
  readonly standard: string | undefined
  /** Owner of repositories and the account for them. */
  readonly owners: readonly (readonly [owner: string, account: string])[]
}

export const EMPTY_BOOK: AccountBook = {accounts: [], standard: undefined, owners: []}

/** What cannot be read is empty: tokens lie under their own names, and adding an account again mends the book. */
export function parseBook(text: string | undefined): AccountBook {
  const value = jsonOf(text ?? '')
  if (!isRecord(value) || !Array.isArray(value['accounts'])) return EMPTY_BOOK
  const accounts = value['accounts'].filter((name): name is string => typeof name === 'string' && isAccountName(name))
  const {standard, owners} = value
  const pairs = isRecord(owners) ? Object.entries(owners) : []
  return {
    accounts: [...new Set(accounts)],
    standard: accounts.find((name) => name === standard),
    owners: pairs.flatMap(([owner, name]) => {
      const account = accounts.find((one) => one === name)
      return account === undefined ? [] : [[owner, account] as const]
    }),
  }
}

export function bookText({accounts, standard, owners}: AccountBook): string {
  return JSON.stringify({accounts, standard, owners: Object.fromEntries(owners)})
}

/** The first account of a place is the one that is taken. */
export function withAccount(book: AccountBook, account: string): AccountBook {
  if (book.accounts.includes(account)) return book
  return {...book, accounts: [...book.accounts, account], standard: book.standard ?? account}
}

/** No other account moves up: whose name a push carries is for people to say. */
export function withoutAccount({accounts, standard, owners}: AccountBook, account: string): AccountBook {
  return {
    accounts: accounts.filter((name) => name !== account),
    standard: standard === account ? undefined : standard,
    owners: owners.filter(([, name]) => name !== account),
  }
}

/** Takes an account for these owners; without any, wherever nothing else says which. */
export function withChoice(book: AccountBook, account: string, owners: readonly string[]): AccountBook {
  if (owners.length === 0) return {...book, standard: account}
  const others = book.owners.filter(([owner]) => !owners.includes(owner))
  return {...book, owners: [...others, ...owners.map((owner) => [owner, account] as const)]}
}

/** Whom a repository's owner is asked for as: who was named for it, else an account of that very name, else the one that is taken anyway. */
export function accountFor({accounts, standard, owners}: AccountBook, owner: string | undefined): string | undefined {
  if (owner === undefined) return standard
  return owners.find(([name]) => name === owner)?.[1] ?? accounts.find((name) => name === owner) ?? standard
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
