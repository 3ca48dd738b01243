/** Returns a sealed text with another letter in its middle; the last one may hold bits that belong to no byte. */
export function altered(text: string): string {
  const at = Math.floor(text.length / 2)
  return `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`
}
