const PREFIX = 'zoo.'

/** Beginning of the names that are left out: models of ours that are wrong on purpose are nobody's provider, unless all are asked for. */
export function leftOut(all: boolean | undefined): string | undefined {
  return all ? undefined : PREFIX
}
