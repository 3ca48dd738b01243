import { t } from './messages.ts'

/** What stands on keys of the reader's keyboard; on others the same as everywhere. */
const caps: Readonly<Record<string, () => string>> = {
  Ctrl: () => t.ctrlKey,
  Shift: () => t.shiftKey,
  Enter: () => t.enterKey,
  Space: () => t.spaceKey,
  Delete: () => t.deleteKey,
  Home: () => t.homeKey,
  End: () => t.endKey,
}

/** A key by what stands on it. */
export const capOf = (key: string): string => caps[key]?.() ?? key
