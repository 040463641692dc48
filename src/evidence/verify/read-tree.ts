import {AssayError} from '#error/assay-error'
import {pngFault} from '#report/png-fault'
import {SIGNATURE} from '../model/bundle-layout.ts'
import type {FoundFile} from '../model/candidates.ts'
import type {EvidencePorts} from '../model/evidence-ports.ts'
import {isPicture} from '../model/exclusion.ts'
import {decodeText} from '../scan/scan-text.ts'
import type {ReadTree} from './bag-checks.ts'
import type {CheckBook} from './check-book.ts'
import {MOST_READ_BYTES, type ReadFile, readBundleFile} from './read-bundle.ts'
import {checkText} from './text-checks.ts'

/** Reads each file once: computes its digest, scans it, and keeps the content if later checks need it. */
export class TreeReader implements ReadTree {
  readonly files = new Map<string, ReadFile>()
  readonly contents = new Map<string, Uint8Array>()
  readonly #folder: string
  readonly #ports: EvidencePorts
  readonly #book: CheckBook

  constructor(folder: string, ports: EvidencePorts, book: CheckBook) {
    this.#folder = folder
    this.#ports = ports
    this.#book = book
  }

  async read(found: readonly FoundFile[], isKept: (path: string) => boolean, signal?: AbortSignal): Promise<void> {
    for (const file of found) {
      try {
        const {content, ...read} = await readBundleFile(
          this.#folder,
          file,
          {keep: true, isPlausible: (sizeBytes) => sizeBytes <= MOST_READ_BYTES, signal},
          this.#ports.files.reader,
        )
        if (content && isKept(file.path)) this.contents.set(file.path, content)
        // The signature is compared byte for byte with the only valid one, and base64 cannot be scanned.
        if (file.path !== SIGNATURE) this.#scan(file.path, content)
        this.files.set(file.path, read)
      } catch (error) {
        if (!(error instanceof AssayError) || error.code === 'io_error' || error.code === 'interrupted') throw error
        this.#book.fail('regular-files', 'unreadable', 'cannot be read', file.path)
      }
    }
  }

  #scan(path: string, content: Uint8Array | undefined): void {
    if (content && isPicture(path)) {
      const fault = pngFault(content)
      if (fault !== undefined) this.#book.fail('scan', 'encoding', fault, path)
      return
    }
    const text = content && decodeText(content)
    if (text === undefined) {
      this.#book.fail(
        'scan',
        content ? 'encoding' : 'too_large',
        content ? 'is not UTF-8 text' : 'is larger than evidence can be',
        path,
      )
      return
    }
    checkText(path, text, this.#ports.redactor, this.#book)
  }
}
