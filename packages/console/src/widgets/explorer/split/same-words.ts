/** Whether a label is just the name written with spaces, and so adds nothing to it. */
export function isSpelledOutName(name: string, label: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[\s_]+/g, '')
  return plain(name) === plain(label)
}
