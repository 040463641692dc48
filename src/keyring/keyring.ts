/**
 * Secrets in the store of the operating system, by service and account. Every function throws `keyring_unavailable` where no store answers,
 * is locked or refuses.
 */
export interface Keyring {
  find(service: string, account: string): Promise<string | undefined>
  keep(service: string, account: string, secret: string): Promise<void>
  /** False where nothing was kept. */
  remove(service: string, account: string): Promise<boolean>
}

/** Loads what speaks to the store, when somebody asks. Throws `package_missing`. */
export type OpenKeyring = () => Promise<Keyring>
