/** What drives samples and generated inputs. Another one in each run on a desk; the same in CI, so that red there is of the change; `ASSAY_TEST_SEED` repeats one. */
export const SEED = Number(process.env['ASSAY_TEST_SEED'] ?? (process.env['CI'] ? 1 : Date.now() % 1_000_000))
