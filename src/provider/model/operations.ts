/** What can be asked of a provider: its capabilities, and its health. In one fixed order. */
export const PROVIDER_OPERATIONS = [
  'predict',
  'score',
  'policy',
  'embed',
  'reason',
  'generate',
  'transfer',
  'health',
] as const
