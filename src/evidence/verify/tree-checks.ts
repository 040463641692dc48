import {UNSPELT} from '#path/safe-relative-path'
import {ROOT_FILES} from '../model/bundle-layout.ts'
import type {FoundFile} from '../model/candidates.ts'
import {NameTwins} from '../model/name-twins.ts'
import {nameFault} from '../model/payload-name.ts'
import type {CheckBook} from './check-book.ts'

const MOST_BUNDLE_PATH_BYTES = 255

/** Accepts only regular files without hard links and returns them; nothing else is ever opened. */
export function checkKinds(found: readonly FoundFile[], book: CheckBook): FoundFile[] {
  const good: FoundFile[] = []
  for (const file of found) {
    const fault = kindFault(file)
    if (fault) book.fail('regular-files', fault.code, fault.message, file.path)
    else good.push(file)
  }
  book.done('regular-files')
  return good
}

/** The fault of a path that is neither a file, nor a folder, nor a link: a device, or a name that cannot be examined. */
export function oddFault(path: string): {code: string; message: string} {
  return path.includes(UNSPELT)
    ? {code: 'name_unsafe', message: 'has a name that is no UTF-8'}
    : {code: 'not_a_file', message: 'is no regular file'}
}

function kindFault({path, facts}: FoundFile): {code: string; message: string} | undefined {
  if (facts.kind === 'link') return {code: 'link', message: 'is a link'}
  if (facts.kind === 'directory') return {code: 'empty_folder', message: 'is a folder that holds nothing'}
  if (facts.kind === 'other') return oddFault(path)
  return facts.links > 1 ? {code: 'hard_link', message: 'has a second name somewhere'} : undefined
}

/** Checks that names are valid and distinct on every file system. `names` may come from the disk and from lists in the bundle. */
export function checkFileNames(names: Iterable<string>, book: CheckBook): void {
  const twins = new NameTwins()
  for (const name of new Set(names)) {
    const fault = nameFault(name, MOST_BUNDLE_PATH_BYTES)
    if (fault) book.fail('safe-names', 'name_unsafe', fault, name)
    if (twins.isTwin(name))
      book.fail('safe-names', 'name_twin', 'differs from another name only by case or Unicode form', name)
  }
  book.done('safe-names')
}

/** Checks that the root contains only Assay's own files and `data/`: in particular no `fetch.txt`. */
export function checkRoot(paths: readonly string[], book: CheckBook): void {
  for (const path of paths) {
    if (path.startsWith('data/') || ROOT_FILES.has(path)) continue
    if (path === 'fetch.txt') book.fail('root-files', 'fetch_refused', 'would have payload loaded from elsewhere', path)
    else book.fail('root-files', 'file_added', 'has no place in a bundle', path)
  }
  book.done('root-files')
}
