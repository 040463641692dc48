/** Secrets that outlive a run, in the keyring of this machine and nowhere else. `name`: such as `token:7`. */
export interface Vault {
  /** Undefined where it was not kept, or no keyring answers. */
  find(name: string): Promise<string | undefined>
  /** False where no keyring answers. */
  keep(name: string, secret: string): Promise<boolean>
}
