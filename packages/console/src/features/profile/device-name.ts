/** A browser or program, parsed from its user agent; `null` if there is none. */
export type DeviceName = { readonly browser: string; readonly system: string } | { readonly program: string } | null

/** The first match counts: user agents also name the browsers with which they are compatible. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

export function deviceName(userAgent: string | null): DeviceName {
  const text = userAgent?.trim() ?? ''
  if (text === '') return null
  const browser = browsers.find(([sign]) => sign.test(text))?.[1]
  const system = systems.find(([sign]) => sign.test(text))?.[1]
  if (browser !== undefined && system !== undefined) return { browser, system }
  const [product = text] = text.split(/[\s(;,]/, 1)
  return { program: (product || text).replace('/', ' ') }
}
