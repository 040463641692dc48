import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {
  type AccountBook,
  accountFor,
  bookText,
  EMPTY_BOOK,
  parseBook,
  withAccount,
  withChoice,
  withoutAccount,
} from '#host/account/account-book'
import {isClosedWay, originOfUrl} from '#host/account/account-place'
import {openAccounts} from '#host/account/open-accounts'
import {MemoryKeyring} from '../../support/fakes/memory-keyring.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('accounts of hosting services')
const PLACE = 'https://host.example'

type Deed = (book: AccountBook) => AccountBook
const name = fc.constantFrom('alice', 'bob', 'carol', '__proto__', 'constructor', 'Zoë', '7')
const deed: fc.Arbitrary<Deed> = fc.oneof(
  name.map((account) => (book: AccountBook) => withAccount(book, account)),
  name.map((account) => (book: AccountBook) => withoutAccount(book, account)),
  fc.tuple(name, fc.array(name, {maxLength: 2})).map(
    ([account, owners]) =>
      (book: AccountBook) =>
        book.accounts.includes(account) ? withChoice(book, account, owners) : book,
  ),
)

it('a book is read as it was written, and takes only accounts that it has', () => {
  fc.assert(
    fc.property(fc.array(deed, {maxLength: 12}), name, (deeds, owner) => {
      const book = deeds.reduce((before, change) => change(before), EMPTY_BOOK)
      const read = parseBook(bookText(book))
      assert.equal([read.accounts, read.standard], [book.accounts, book.standard])
      assert.equal(new Map(read.owners), new Map(book.owners))
      const taken = accountFor(book, owner)
      assert.ok(taken === undefined || book.accounts.includes(taken))
    }),
  )
})

it('a book that cannot be read is empty, and never breaks', () => {
  for (const text of [
    '',
    '{',
    'null',
    '[]',
    '{"accounts":7}',
    '{"accounts":["a\\nb",7," x"],"standard":"x","owners":[]}',
  ]) {
    assert.equal(parseBook(text), EMPTY_BOOK, text)
  }
  fc.assert(fc.property(fc.json(), (text) => void accountFor(parseBook(text), 'alice')))
})

it('a place is scheme and host of a URL, and nothing that only looks like one', () => {
  assert.is(originOfUrl('HTTPS://Host.Example:443/base/'), PLACE)
  assert.is(originOfUrl('http://[::1]:80'), 'http://[::1]')
  for (const text of [
    'host.example',
    'ftp://host.example',
    'https://a@host.example',
    'https://host.example?x',
    'https://',
  ]) {
    assert.is(originOfUrl(text), undefined, text)
  }
  assert.equal(
    ['https://10.0.0.1', 'http://127.0.0.1:1', 'http://[::1]', 'http://10.0.0.1', 'http://[::]', 'http://0.0.0.0'].map(
      isClosedWay,
    ),
    [true, true, true, false, false, false],
  )
})

it('the last account of a place leaves nothing behind', async () => {
  const keyring = new MemoryKeyring()
  const accounts = openAccounts(keyring)
  assert.ok(await accounts.keep(PLACE, 'alice', 'token-a'))
  assert.not(await accounts.keep(PLACE, 'alice', 'token-a'))
  assert.equal(await accounts.places(), [PLACE])
  await accounts.remove(PLACE, 'alice')
  assert.is(keyring.entries.size, 0)
  await throwsCode(() => accounts.remove(PLACE, 'alice'), 'account_unknown')
  await throwsCode(() => accounts.use(PLACE, 'alice', []), 'account_unknown')
})

it('an account whose writing was cut short is whole once it is added again', async () => {
  for (let cut = 1; cut <= 3; cut++) {
    const keyring = new MemoryKeyring()
    let left = cut
    const dying = {
      find: keyring.find.bind(keyring),
      remove: keyring.remove.bind(keyring),
      keep: async (service: string, account: string, secret: string) => {
        if (--left === 0) throw new Error('killed')
        await keyring.keep(service, account, secret)
      },
    }
    await openAccounts(dying)
      .keep(PLACE, 'alice', 'token-a')
      .catch(() => undefined)
    const accounts = openAccounts(keyring)
    await accounts.keep(PLACE, 'alice', 'token-a')
    assert.equal([await accounts.places(), (await accounts.book(PLACE)).standard], [[PLACE], 'alice'], `cut at ${cut}`)
  }
})

it.run()
