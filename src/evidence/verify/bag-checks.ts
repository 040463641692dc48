import {BAGIT_TEXT, type ManifestLine, parseBagInfo, parseBagManifest} from '../model/bag.ts'
import {
  BAG_INFO,
  BAGIT,
  LEDGER_PAGE,
  PAYLOAD_MANIFEST,
  TAG_FILES,
  TAG_FILES_WITH_LEDGER,
  TAG_MANIFEST,
} from '../model/bundle-layout.ts'
import {decodeText} from '../scan/scan-text.ts'
import type {CheckBook, CheckName} from './check-book.ts'
import type {ReadFile} from './read-bundle.ts'

/** A bundle as it was read: every regular file by path, and the content of the files that are needed. */
export interface ReadTree {
  readonly files: ReadonlyMap<string, ReadFile>
  readonly contents: ReadonlyMap<string, Uint8Array>
}

export function treeText(tree: ReadTree, path: string): string | undefined {
  const content = tree.contents.get(path)
  return content && decodeText(content)
}

/** Checks a bundle as a BagIt bag: declaration, both lists, both sets of digests, the sum. Returns the payload lines and the id of the named run. */
export function checkBag(tree: ReadTree, book: CheckBook): {payload: ManifestLine[]; identifier: string | undefined} {
  if (treeText(tree, BAGIT) !== BAGIT_TEXT)
    book.fail('bagit-declaration', 'bagit_form', 'is not the declaration of BagIt 1.0', BAGIT)
  book.done('bagit-declaration')
  const onDisk = [...tree.files.keys()].filter((path) => path.startsWith('data/'))
  const payload = checkList(
    tree,
    {name: PAYLOAD_MANIFEST, check: 'payload-manifest', digests: 'payload-digests', expected: onDisk},
    book,
  )
  const expected = tree.files.has(LEDGER_PAGE) ? TAG_FILES_WITH_LEDGER : TAG_FILES
  checkList(tree, {name: TAG_MANIFEST, check: 'tag-manifest', digests: 'tag-digests', expected}, book)
  return {payload, identifier: checkInfo(tree, onDisk, book)}
}

interface List {
  readonly name: string
  readonly check: CheckName
  readonly digests: CheckName
  /** The paths that the list must contain, each exactly once. */
  readonly expected: readonly string[]
}

function checkList(tree: ReadTree, list: List, book: CheckBook): ManifestLine[] {
  const text = treeText(tree, list.name)
  if (text === undefined) {
    book.fail(list.check, 'file_missing', 'is missing, too large or not UTF-8 text', list.name)
    return []
  }
  const {lines, faults} = parseBagManifest(text)
  for (const line of faults) {
    book.fail(list.check, 'line_form', `line ${line} is not a digest, two spaces and a path`, list.name)
  }
  checkLines(lines, list, tree, book)
  book.done(list.check)
  for (const {path, sha256} of lines) {
    const file = tree.files.get(path)
    if (file && file.sha256 !== sha256) book.fail(list.digests, 'digest_mismatch', 'differs from its digest', path)
  }
  book.done(list.digests)
  return lines
}

/** Checks that a list names each expected file exactly once, that the file exists, and that nothing else is listed. */
function checkLines(lines: readonly ManifestLine[], list: List, tree: ReadTree, book: CheckBook): void {
  const listed = new Set<string>()
  const expected = new Set(list.expected)
  for (const {path} of lines) {
    if (listed.has(path)) book.fail(list.check, 'listed_twice', `stands twice in ${list.name}`, path)
    else if (!tree.files.has(path)) book.fail(list.check, 'file_missing', 'is listed and not there', path)
    else if (!expected.has(path)) book.fail(list.check, 'not_expected', `has no place in ${list.name}`, path)
    listed.add(path)
  }
  for (const path of list.expected) {
    if (!listed.has(path)) book.fail(list.check, 'file_added', `is not listed in ${list.name}`, path)
  }
}

function checkInfo(tree: ReadTree, onDisk: readonly string[], book: CheckBook): string | undefined {
  const info = parseBagInfo(treeText(tree, BAG_INFO) ?? '')
  if (!info) {
    book.fail('payload-oxum', 'bag_info_form', 'is not exactly External-Identifier and Payload-Oxum', BAG_INFO)
    return undefined
  }
  const bytes = onDisk.reduce((sum, path) => sum + (tree.files.get(path)?.sizeBytes ?? 0), 0)
  const {oxum} = info
  if (oxum.bytes !== bytes || oxum.files !== onDisk.length) {
    book.fail(
      'payload-oxum',
      'oxum_mismatch',
      `tells ${oxum.bytes}.${oxum.files}, there is ${bytes}.${onDisk.length}`,
      BAG_INFO,
    )
  }
  book.done('payload-oxum')
  return info.identifier
}
