const length = 32_768

/** The pieces of a long text, one after the other: it is parsed in turns between which other requests run. */
export function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length)
}
