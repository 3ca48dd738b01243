/** Lets what is about the same path happen one after the other. */
export interface Turns {
  take<T>(path: string, work: () => Promise<T>): Promise<T>
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return {
    async take(path, work) {
      const turn = (last.get(path) ?? Promise.resolve()).then(work, work)
      last.set(path, turn)
      try {
        return await turn
      } finally {
        if (last.get(path) === turn) last.delete(path)
      }
    },
  }
}
