const plain = 'aceginosuyzACEGINOSUYZ'
const accented = 'áçéĝíñóšúýžÁÇÉĜÍÑÓŠÚÝŽ'

/** Returns a text with accents, about 40 % longer: text that stays plain on the screen was never translated. */
export function pseudo(text: string): string {
  const letters = [...text].map((letter) => accented[plain.indexOf(letter)] ?? letter)
  const words = letters.filter((letter) => /\p{L}/u.test(letter)).length
  const [end = ''] = /[^\p{L}]*$/u.exec(text) ?? []
  return letters.slice(0, letters.length - [...end].length).join('') + '~'.repeat(Math.ceil(words * 0.4)) + end
}
