import { catalogue } from '../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  instance: 'Instance',
  instanceSettingsSaved: 'Instance settings saved.',
  instanceSettings: 'Instance settings',
  storedOnTheInstanceEvery: 'Stored on the instance: every administrator who uses this console sees the same.',
  cancel: 'Cancel',
  save: 'Save',
  name: 'Name',
  shownAtTheTopOf: 'Shown at the top of every page, for example Production.',
  lockReadOnlyInThis: 'Lock read-only in this console',
  everythingCanBeLookedAt:
    'Everything can be looked at, nothing changed, until somebody unlocks it here. Other clients are not affected.',
  colour: 'Colour',
  lineInColour: 'A line in this colour crosses the top of every page. Chosen: {colour}.',
  lineInNoColour: 'A line in this colour crosses the top of every page. Chosen: none.',
  colourName:
    '{name, select, red {red} orange {orange} amber {amber} green {green} teal {teal} blue {blue} purple {purple} grey {grey} other {{name}}}',
  noColour: 'none',
})
