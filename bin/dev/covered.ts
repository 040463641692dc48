/**
 * Tests that run in process, and those of the hosting node, whose processes end by themselves. End-to-end tests and campaigns kill what they
 * start, so their processes would have nothing to tell.
 */
export const COVERED = ['test/unit', 'test/command', 'test/contract', 'test/hostnode']
