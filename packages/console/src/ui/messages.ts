import { catalogue } from '../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  dismiss: 'Dismiss',
  copy: 'Copy',
  copied: 'Copied',
  justNow: 'just now',
  close: 'Close',
  required: ' (required)',
  cancel: 'Cancel',
  hidePassword: 'Hide password',
  showPassword: 'Show password',
  tryAgain: 'Try again',
  hasErrors: '(has errors)',
  hide: 'Hide {label}',
  show: 'Show {label}',
  limitReachedAtMostCharacters: 'Limit reached: at most {most, number} characters.',
  noAccessToTheClipboard: 'No access to the clipboard.',
  copyingFailed: 'Copying failed: no access to the clipboard',
  now: 'now',
  ctrlKey: 'Ctrl',
  shiftKey: 'Shift',
  enterKey: 'Enter',
  spaceKey: 'Space',
  deleteKey: 'Delete',
  homeKey: 'Home',
  endKey: 'End',
})
