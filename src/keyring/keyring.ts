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

/** The store, when somebody asks. What it does throws `package_missing` too, where the package that speaks to it cannot be loaded. */
export type OpenKeyring = () => Promise<Keyring>
