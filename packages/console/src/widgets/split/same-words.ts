/** Whether a label only spells a name with blanks, and so tells nothing beside it. */
export function sameWords(name: string, label: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[\s_]+/g, '')
  return plain(name) === plain(label)
}
