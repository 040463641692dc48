/** Solves systems of a positive definite matrix of `size` rows, flat, of which the lower triangle is read and changed. Source: Cholesky's root. */
export function choleskySolver(matrix: Float64Array, size: number): (wanted: Float64Array) => Float64Array {
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let rest = matrix[row * size + column] ?? 0
      for (let at = 0; at < column; at++) rest -= (matrix[row * size + at] ?? 0) * (matrix[column * size + at] ?? 0)
      matrix[row * size + column] = row === column ? Math.sqrt(rest) : rest / (matrix[column * size + column] ?? 1)
    }
  }
  return (wanted) => solved(matrix, size, wanted)
}

/** Forwards through the root, then backwards. */
function solved(root: Float64Array, size: number, wanted: Float64Array): Float64Array {
  const found = wanted.slice()
  for (let row = 0; row < size; row++) {
    let rest = found[row] ?? 0
    for (let at = 0; at < row; at++) rest -= (root[row * size + at] ?? 0) * (found[at] ?? 0)
    found[row] = rest / (root[row * size + row] ?? 1)
  }
  for (let row = size - 1; row >= 0; row--) {
    let rest = found[row] ?? 0
    for (let at = row + 1; at < size; at++) rest -= (root[at * size + row] ?? 0) * (found[at] ?? 0)
    found[row] = rest / (root[row * size + row] ?? 1)
  }
  return found
}
