/** The workers of an instance on one machine that has no server, as one of them sees the others: through the process that started them. */
export interface Siblings {
  /** Tells the others a text; rejects if it cannot be sent. */
  tell(text: string): Promise<void>
  /** Sends a heartbeat, which returns after everything that was told earlier. */
  beat(beat: number): Promise<void>
  /** Returns a function that stops listening. */
  hear(events: SiblingEvents): () => void
  /** Calls a method of an object that the process which started the workers keeps for all of them; its values travel as JSON. */
  ask(kept: string, method: string, args: readonly unknown[]): Promise<unknown>
}

export interface SiblingEvents {
  heard(text: string): void
  beaten(beat: number): void
}

/** An object that another process keeps. */
export type Remote<T> = {
  readonly [Name in keyof T]: T[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never
}

/** Returns the object that is kept under a name, with the named methods. */
export function remote<T>(
  { ask }: Pick<Siblings, 'ask'>,
  kept: string,
  names: readonly (keyof T & string)[],
): Pick<Remote<T>, (typeof names)[number]> {
  const methods = names.map((name) => [name, (...args: unknown[]) => ask(kept, name, args)])
  return Object.fromEntries(methods) as Remote<T>
}
