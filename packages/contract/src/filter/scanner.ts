import { Problem } from '../problem.ts'

/** Reads a filter's text from left to right, without ever going back. */
export class Scanner {
  readonly #text: string
  readonly #refuse: (sentence: string) => Problem
  #at = 0

  /** `refuse`: the problem for a text that cannot be read; a 400 unless told otherwise. */
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

  /** The character under the reader; empty at the end. */
  get next(): string {
    return this.#text.charAt(this.#at)
  }

  skipBlanks(): void {
    this.take(/\s+/y)
  }

  /** What a sticky pattern finds here; null, without moving, when it finds nothing. */
  take(pattern: RegExp): RegExpExecArray | null {
    const found = this.peek(pattern)
    if (found !== null) this.#at = pattern.lastIndex
    return found
  }

  peek(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    return pattern.exec(this.#text)
  }

  /** Refuses the text, naming the place (counted from 1) and the reason. */
  fail(reason: string, at = this.#at): never {
    throw this.#refuse(`The filter cannot be read at position ${at + 1}: ${reason}`)
  }

  /** What should have come next and what does, for a sentence. */
  expected(what: string): string {
    return `expected ${what}, found ${this.describeNext()}.`
  }

  /** What comes next, for a sentence. */
  describeNext(): string {
    const word = this.peek(/[^\s()]{1,20}|[()]/y)
    return word === null ? 'the end' : `"${word[0]}"`
  }
}
