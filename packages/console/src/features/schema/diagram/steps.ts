type Direction = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'

/** The table that an arrow key moves to: the nearest in that direction, preferring tables straight ahead. */
export function nextTable(
  places: ReadonlyMap<string, { readonly x: number; readonly y: number }>,
  from: string,
  direction: Direction,
): string | null {
  const here = places.get(from)
  if (!here) return null
  let best: string | null = null
  let least = Number.POSITIVE_INFINITY
  for (const [id, place] of places) {
    const dx = place.x - here.x
    const dy = place.y - here.y
    const [ahead, aside] = {
      ArrowLeft: [-dx, dy],
      ArrowRight: [dx, dy],
      ArrowUp: [-dy, dx],
      ArrowDown: [dy, dx],
    }[direction] as [number, number]
    if (id === from || ahead <= 0) continue
    const far = ahead + 2 * Math.abs(aside)
    if (far < least) {
      least = far
      best = id
    }
  }
  return best
}

export function isDirection(key: string): key is Direction {
  return key === 'ArrowLeft' || key === 'ArrowRight' || key === 'ArrowUp' || key === 'ArrowDown'
}
