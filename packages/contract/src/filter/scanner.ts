import { Problem } from '../problem.ts'

/** Scans a filter from left to right, without backtracking. */
export class Scanner {
  readonly #text: string
  readonly #refuse: (sentence: string) => Problem
  #at = 0

  /** `refuse` creates the problem for a text that cannot be parsed, by default a 400. */
  constructor(text: string, refuse: (sentence: string) => Problem = (sentence) => new Problem(400, sentence)) {
    this.#text = text
    this.#refuse = refuse
  }

  get position(): number {
    return this.#at
  }

  get done(): boolean {
    return this.#at >= this.#text.length
  }

  /** The next character; empty at the end. */
  get next(): string {
    return this.#text.charAt(this.#at)
  }

  skipBlanks(): void {
    this.take(/\s+/y)
  }

  /** Matches a sticky pattern at the current position and moves past it, or returns `null` without moving. */
  take(pattern: RegExp): RegExpExecArray | null {
    const found = this.peek(pattern)
    if (found !== null) this.#at = pattern.lastIndex
    return found
  }

  peek(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    return pattern.exec(this.#text)
  }

  /** Throws a problem with the position, counted from 1, and the reason. */
  fail(reason: string, at = this.#at): never {
    throw this.#refuse(`The filter cannot be read at position ${at + 1}: ${reason}`)
  }

  /** Describes what was expected and what was found. */
  expected(what: string): string {
    return `expected ${what}, found ${this.describeNext()}.`
  }

  /** Describes the next token. */
  describeNext(): string {
    const word = this.peek(/[^\s()]{1,20}|[()]/y)
    return word === null ? 'the end' : `"${word[0]}"`
  }
}
