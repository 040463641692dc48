/** What was made for a name before, or is made now. */
export function kept<Value>(all: Map<string, Value>, name: string, make: () => Value): Value {
  const value = all.get(name) ?? make()
  all.set(name, value)
  return value
}
