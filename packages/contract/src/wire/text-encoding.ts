/** Encoding of a text file. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/**
 * Recognizes the encoding of a text from its bytes, which may arrive in pieces: by its byte order mark, otherwise as UTF-8, or as
 * Windows-1252 if it is not valid UTF-8, as spreadsheets often save it.
 */
export class EncodingRecognizer {
  #begin: readonly number[] = []
  #strict: InstanceType<typeof TextDecoder> | null = new TextDecoder('utf-8', { fatal: true })

  read(bytes: Uint8Array): void {
    if (this.#begin.length < 2) this.#begin = [...this.#begin, ...bytes.subarray(0, 2)].slice(0, 2)
    this.#decode(bytes, true)
  }

  /** Whether further bytes can change the result. */
  get isOpen(): boolean {
    return this.#strict !== null && this.marked === null
  }

  /** Call it once, after the last piece. */
  end(): TextEncoding {
    this.#decode(new Uint8Array(), false)
    return this.marked ?? (this.#strict === null ? 'windows-1252' : 'utf-8')
  }

  /** The encoding that a byte order mark tells, if it is not UTF-8; `null`: none. */
  get marked(): TextEncoding | null {
    const [first, second] = this.#begin
    if (first === 0xff && second === 0xfe) return 'utf-16le'
    return first === 0xfe && second === 0xff ? 'utf-16be' : null
  }

  #decode(bytes: Uint8Array, stream: boolean): void {
    try {
      this.#strict?.decode(bytes, { stream })
    } catch {
      this.#strict = null
    }
  }
}
