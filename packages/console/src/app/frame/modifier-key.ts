/** The name of the key that goes with letters in shortcuts on this computer. */
export function modifierKey(): '⌘' | 'Ctrl' {
  return /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl'
}
