/** Colours for marking an instance; white text is readable on each. */
export const instanceColours = {
  red: '#c02638',
  orange: '#b4520b',
  amber: '#8f6400',
  green: '#1d7a45',
  teal: '#0f7480',
  blue: '#2463c4',
  purple: '#7c3fc0',
  grey: '#5b606b',
} as const
export type InstanceColourName = keyof typeof instanceColours

export interface InstanceColour {
  background: string
  /** Text colour that is readable on it. */
  text: '#ffffff' | '#000000'
}

/** The colour for one of our names or a hexadecimal code; `null` for anything else. */
export function instanceColour(value: string): InstanceColour | null {
  const named = Object.entries(instanceColours).find(([name]) => name === value.trim().toLowerCase())
  const hex = named ? named[1] : longHex(value.trim())
  return hex === null ? null : { background: hex, text: luminance(hex) > 0.18 ? '#000000' : '#ffffff' }
}

function longHex(value: string): string | null {
  if (/^#[\da-f]{6}$/i.test(value)) return value.toLowerCase()
  if (!/^#[\da-f]{3}$/i.test(value)) return null
  return `#${[...value.slice(1).toLowerCase()].map((digit) => digit + digit).join('')}`
}

/** Relative luminance according to WCAG, 0 to 1; above 0.18, black text has the better contrast. */
function luminance(hex: string): number {
  const channel = (at: number) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}
