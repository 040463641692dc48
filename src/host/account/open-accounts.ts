import {AssayError} from '#error/assay-error'
import type {Keyring} from '#keyring/keyring'
import {
  type AccountBook,
  accountFor,
  bookText,
  EMPTY_BOOK,
  parseBook,
  withAccount,
  withChoice,
  withoutAccount,
} from './account-book.ts'
import {serviceOf} from './account-place.ts'

/** A name that no account can have: the book lies among the tokens of its place. */
const BOOK = ' book'
const PLACES = {service: 'assay', account: ' places'}

/** The accounts of all places in one keyring. An origin is one of `accountOrigin`. */
export interface Accounts {
  /** Places that have accounts, sorted. */
  places(): Promise<string[]>
  book(origin: string): Promise<AccountBook>
  token(origin: string, account: string): Promise<string | undefined>
  /** Which account is taken for an owner, if any. */
  choose(origin: string, owner: string | undefined): Promise<string | undefined>
  /** False where exactly this token was kept before. */
  keep(origin: string, account: string, token: string): Promise<boolean>
  /** The token alone: who the account is, and for whom, stays known. */
  forget(origin: string, account: string): Promise<void>
  /** Throws `account_unknown`. */
  use(origin: string, account: string, owners: readonly string[]): Promise<AccountBook>
  /** Throws `account_unknown`. */
  remove(origin: string, account: string): Promise<AccountBook>
}

export function openAccounts(keyring: Keyring): Accounts {
  const book = async (origin: string) => parseBook(await keyring.find(serviceOf(origin), BOOK))
  const known = async (origin: string, account: string) => {
    const found = await book(origin)
    if (found.accounts.includes(account)) return found
    throw new AssayError('account_unknown', `there is no such account for ${origin}`, {given: account})
  }
  const token = (origin: string, account: string) => keyring.find(serviceOf(origin), account)
  return {
    places: async () => placesOf(await keyring.find(PLACES.service, PLACES.account)),
    book,
    token,
    choose: async (origin, owner) => accountFor(await book(origin), owner),
    keep: async (origin, account, secret) => {
      const isNew = (await token(origin, account)) !== secret
      if (isNew) await keyring.keep(serviceOf(origin), account, secret)
      const before = await book(origin)
      await writeBook(keyring, origin, {before, after: withAccount(before, account)})
      return isNew
    },
    forget: async (origin, account) => void (await keyring.remove(serviceOf(origin), account)),
    use: async (origin, account, owners) => {
      const before = await known(origin, account)
      return await writeBook(keyring, origin, {before, after: withChoice(before, account, owners)})
    },
    remove: async (origin, account) => {
      const before = await known(origin, account)
      await keyring.remove(serviceOf(origin), account)
      return await writeBook(keyring, origin, {before, after: withoutAccount(before, account)})
    },
  }
}

/** A place is listed before its book stands: what ends in between leaves a place without accounts, which is none. */
async function writeBook(
  keyring: Keyring,
  origin: string,
  {before, after}: {readonly before: AccountBook; readonly after: AccountBook},
): Promise<AccountBook> {
  const listed = placesOf(await keyring.find(PLACES.service, PLACES.account))
  const isEmpty = after.accounts.length === 0
  const wanted = isEmpty ? listed.filter((one) => one !== origin) : [...new Set([...listed, origin])].sort()
  if (!isEmpty && wanted.length !== listed.length) await keepPlaces(keyring, wanted)
  if (isEmpty) await keyring.remove(serviceOf(origin), BOOK)
  else if (bookText(after) !== bookText(before)) await keyring.keep(serviceOf(origin), BOOK, bookText(after))
  if (isEmpty && wanted.length !== listed.length) await keepPlaces(keyring, wanted)
  return isEmpty ? EMPTY_BOOK : after
}

async function keepPlaces(keyring: Keyring, places: readonly string[]): Promise<void> {
  if (places.length === 0) await keyring.remove(PLACES.service, PLACES.account)
  else await keyring.keep(PLACES.service, PLACES.account, places.join('\n'))
}

function placesOf(text: string | undefined): string[] {
  return (text ?? '').split('\n').filter((line) => URL.parse(line)?.origin === line)
}
