/** Tests that run in process. End-to-end tests and campaigns kill what they start, so their processes would have nothing to tell. */
export const COVERED = ['test/unit', 'test/command', 'test/contract']
