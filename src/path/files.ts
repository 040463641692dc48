import type {Safe, SafeBytes} from '#redact/safe'

/** What a name is, links not followed. Sizes in bytes; `identity` is device and inode. */
export interface FileFacts {
  readonly kind: 'file' | 'directory' | 'link' | 'other'
  readonly sizeBytes: number
  readonly links: number
  readonly mtimeMs: number
  /** When content, name or rights last changed, which nobody can set. Absent where nobody can tell. */
  readonly changedMs?: number
  readonly identity: string
  /** Whether the file belongs to this user but can be read or changed by the group or by everybody. Absent if unknown. */
  readonly isOpenToOthers?: boolean
}

/** One name in a folder. One that is no UTF-8 is told with `UNSPELT`, as of kind `other`. */
export interface DirectoryEntry {
  readonly name: string
  readonly kind: FileFacts['kind']
}

/** Reads without following a final link and without waiting on a FIFO. Synchronous: lists of thousands of small files need it. */
export interface FileReader {
  /** `undefined` when nothing has that name. */
  facts(path: string): FileFacts | undefined
  /** Sorted by code unit. Throws `file_missing` or `file_unreadable`. */
  list(path: string): DirectoryEntry[]
  /**
   * A regular file of at most `limitBytes`. Throws `file_missing`, `file_unreadable`, `document_size`. With `room` for it the bytes may
   * stand there, for whoever reads thousands of files and keeps none of them.
   */
  read(path: string, limitBytes?: number, room?: Uint8Array): Uint8Array
  /** A regular file read piece by piece, on one descriptor: `using file = reader.open(path)`. Throws `file_missing`, `file_unreadable`. */
  open(path: string): ReadableFile
  /** The real path, links followed; `undefined` when it does not exist. */
  real(path: string): string | undefined
}

/** An open regular file; `facts` are those of the descriptor, so they tell whether the file changed while it was read. */
export interface ReadableFile extends Disposable {
  facts(): FileFacts
  /** The next piece, at most 256 KiB; its bytes stand until the next call. `undefined` at the end. */
  next(): Uint8Array | undefined
}

/** A file being written: nothing is durable before `sync` returned. */
export interface WritableFile {
  write(content: Safe | SafeBytes): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
}

/** One system call each, so that a crash test can stop between any two. Throws `disk_full`, `workspace_unwritable`, `io_error`. */
export interface FileWriter {
  /** A new file (fails where one exists), or an existing or new one to append to. What the umask allows, the owner alone where it is `private` or a `program`. */
  open(path: string, how: 'new' | 'append', options?: {private?: boolean; program?: boolean}): Promise<WritableFile>
  rename(from: string, to: string): Promise<void>
  /** Hard link; `'exists'` when the name is taken. */
  link(from: string, to: string): Promise<'made' | 'exists'>
  remove(path: string): Promise<void>
  truncate(path: string, sizeBytes: number): Promise<void>
  /** Sets the modification time to now, by the clock of this machine. */
  touch(path: string): Promise<void>
}

/** Makes, flushes and removes folders. Throws `disk_full`, `io_error`, `workspace_unwritable`. */
export interface Directories {
  /** Parent must exist; `'exists'` when the name is taken, whatever it is. */
  make(path: string): Promise<'made' | 'exists'>
  sync(path: string): Promise<void>
  /** Removes a tree without following links. */
  removeTree(path: string): Promise<void>
}

/** A disk as three ports; `nodeFiles` is that of this machine. */
export interface Files {
  readonly reader: FileReader
  readonly writer: FileWriter
  readonly directories: Directories
}
