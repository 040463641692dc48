/** The two formats in which a bundle can be sent. */
export const ARCHIVE_KINDS = ['zip', 'tgz'] as const
export type ArchiveKind = (typeof ARCHIVE_KINDS)[number]
