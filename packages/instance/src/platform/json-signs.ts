/** Codes of the characters that JSON is made of. */
export const quote = 34
export const comma = 44
export const colon = 58
export const openBracket = 91
export const backslash = 92
export const closeBracket = 93
export const openBrace = 123
export const closeBrace = 125
