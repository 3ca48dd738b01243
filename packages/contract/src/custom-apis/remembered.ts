/**
 * A pure function of a text that remembers its results: texts of plans are few, and are read with each call. What throws is not
 * remembered.
 */
export function remembered<Result>(make: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>()
  return (text) => {
    const known = results.get(text)
    if (known !== undefined) return known
    const made = make(text)
    if (text.length > longest) return made
    if (results.size >= most) results.clear()
    results.set(text, made)
    return made
  }
}

const [most, longest] = [2000, 2000]
