/** Returns a function for whole numbers from 0 to below another, which are the same in each run. */
export function seededNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}
