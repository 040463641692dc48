/** Neither spaces at its ends nor control characters: it stands in a line of git's protocol, and in names of the keyring. */
export const isAccountName = (text: string): boolean => /^[^\s\p{C}](?:[^\p{C}]{0,253}[^\s\p{C}])?$/u.test(text)

/** One word of printable ASCII, as it fits into a header. */
export const isTokenWord = (text: string): boolean => /^[\x21-\x7e]{1,1024}$/.test(text)
