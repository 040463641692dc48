/** The two forms a bundle is sent in. */
export const ARCHIVE_KINDS = ['zip', 'tgz'] as const
export type ArchiveKind = (typeof ARCHIVE_KINDS)[number]
